import { readFileSync } from "node:fs"
import { getTableColumns, getTableName, is, sql, TransactionRollbackError } from "drizzle-orm"
import { PgTable } from "drizzle-orm/pg-core"
import { expect, it } from "vitest"
import * as schema from "#db/schema/index.ts"
import { RETENTION_SETTINGS } from "#server/config/retention-settings.ts"
import { useFullLives } from "#tests/support/full-life.ts"
import { emptyTexts, type FilledText, fillTexts, nameOfText } from "#tests/support/typed-texts.ts"
import { deleteAccount } from "./delete-account.server.ts"
import { eraseAccount } from "./erase-account.server.ts"
import { exportAccount } from "./export-account.server.ts"
import { finishDeletion } from "./finish-deletion.server.ts"
import { DEFAULT_RETENTION } from "./retention.ts"
import { STAYS, TYPED_TEXTS } from "./typed-texts.server.ts"

/** Text columns that nobody types and that name nobody: choices, codes, keys, hashes, ids at providers, copies. */
const NOT_TYPED: Record<string, string> = {
  // Emptied once the last email is sent.
  account_deletions: "email firstName stripeSubscriptionId stripeCustomerId",
  api_tokens: "tokenHash",
  audit_log: "actorRole action subjectType subjectId details",
  // Sellers' texts, copied for as long as the checkout exists; a paid checkout has them in its order's lines.
  checkout_lines: "category section productName size imageContainer imageName",
  checkout_markets: "taxCalculationId taxTransactionId taxReversalId",
  checkouts:
    "placeId stripePaymentIntentId stripeCheckoutSessionId stripeChargeId statementName taxProvider lastPaymentError",
  courier_positions: "route",
  credentials: "accountId providerId accessToken refreshToken idToken scope password",
  customers: "stripeCustomerId",
  deliverers: "placeId stripeAccountId requirements",
  deliveries: "placeId",
  disputes: "stripeDisputeId",
  drafts: "secretHash passwordHash",
  history: "move fromStatus toStatus",
  idempotency_keys: "scope command key requestHash",
  images: "name contentType",
  ledger_entries: "reference",
  market_calendars: "week pausedUntil",
  market_dates: "date spans",
  market_words: "lexeme",
  markets: "timeZone placeId stripeAccountId requirements stripeCustomerId stripeSubscriptionId",
  memberships: "termsVersion",
  notification_choices: "kind way",
  order_lines: "category section imageContainer imageName",
  orders: "confirmation",
  outbox: "event payload traceparent",
  passkeys: "credentialId publicKey transports",
  payment_platform: "accountId",
  payouts: "stripePayoutId failure",
  product_words: "lexeme category",
  products: "category section gender age",
  saved_cards: "stripePaymentMethodId",
  push_deliveries: "jobId",
  push_subscriptions: "deviceId p256dh auth",
  rate_limits: "key",
  refunds: "stripePaymentIntentId stripeRefundId stripeDashboardRefundId taxReversalId lastError",
  replacement_offers: "category section imageContainer imageName",
  search_words: "word lexeme",
  sessions: "token",
  stripe_events: "id type account objectId lastError",
  terms_agreements: "version",
  terms_announcements: "version",
  transfer_reversals: "stripeReversalId lastError",
  transfers: "stripeTransferId stripeReversalId lastError",
  two_factors: "secret backupCodes",
  verifications: "identifier value",
  zips: "zip city cityKey state county timeZone",
}

const { database, system, as, aFullLife } = useFullLives()

it("names every text column of the schema once: as typed, or as a text that names nobody", {
  tags: ["PRIV-11"],
}, () => {
  const typed = TYPED_TEXTS.map(nameOfText)
  const others = Object.entries(NOT_TYPED).flatMap(([table, names]) =>
    names.split(" ").map((name) => `${table}.${name}`),
  )
  expect([...typed, ...others].sort()).toEqual(textColumns().sort())
})

function textColumns(): string[] {
  return Object.values(schema)
    .filter((table) => is(table, PgTable))
    .flatMap((table) =>
      Object.entries(getTableColumns(table))
        .filter(([, { columnType, enumValues }]) => isText(columnType) && !enumValues?.length)
        .map(([name]) => nameOfText({ table, name })),
    )
}

const isText = (columnType: string) =>
  ["PgText", "PgVarchar", "PgJsonb", "PgJson", "PgArray"].includes(columnType)

it("erases or leaves each text of a deleted person as the register says", {
  tags: ["PRIV-1", "PRIV-11", "PURCHASE-2"],
}, async () => {
  const life = await aFullLife()
  const filled = await fillTexts(database.db, life.userId)
  expect(ownTexts(filled).map(nameOf)).toEqual(TYPED_TEXTS.map(nameOfText))
  await deleteAccount(as("customer", life.userId), { password: life.password })
  await finishDeletion(system(), life.userId)
  const everything = await allRows()
  const left = filled.filter(({ trace }) => everything.includes(trace))
  expect(ownTexts(left).map(nameOf)).toEqual(
    TYPED_TEXTS.filter(({ erasedTo }) => erasedTo === STAYS).map(nameOfText),
  )
  expect(otherPeoplesTexts(left).map(nameOf)).toEqual(otherPeoplesTexts(filled).map(nameOf))
})

it("erases each text also where it is the only one of its row", {
  tags: ["PRIV-1", "PRIV-11"],
  timeout: 60_000,
}, async () => {
  const { userId } = await aFullLife()
  await emptyTexts(database.db, userId)
  const left: string[] = []
  for (const text of TYPED_TEXTS.filter(({ erasedTo }) => erasedTo !== STAYS))
    await database.db
      .transaction(async (tx) => {
        const own = ownTexts(await fillTexts(tx, userId, [text]))
        expect(own.map(nameOf)).toEqual([nameOfText(text)])
        await eraseAccount(as("customer", userId), tx, null)
        const isThere = sql`${text.column}::text like ${`%${own[0]?.trace}%`}`
        if (await tx.$count(text.table, isThere)) left.push(nameOfText(text))
        tx.rollback()
      })
      .catch((error: unknown) => {
        if (!(error instanceof TransactionRollbackError)) throw error
      })
  expect(left).toEqual([])
})

it("exports each text to those readers that the register names, and to nobody else", {
  tags: ["PRIV-6", "PRIV-9", "PRIV-11"],
}, async () => {
  const life = await aFullLife()
  const filled = await fillTexts(database.db, life.userId)
  const { customer, seller, deliverer, ...person } = await exportAccount(as("seller", life.userId))
  const parts = Object.entries({ customer, seller, courier: deliverer, person }).map(
    ([reader, part]) => [reader, JSON.stringify(part)] as const,
  )
  const found = filled.flatMap((one) =>
    parts.filter(([, part]) => part.includes(one.trace)).map(([reader]) => `${reader}: ${nameOf(one)}`),
  )
  const listed = filled.filter(({ text, role }) => text.exportedTo?.includes(role))
  expect(found).toEqual(listed.map((one) => `${one.role}: ${nameOf(one)}`))
})

it("is described for operators: each setting by which a text is removed, with its days", {
  tags: ["PRIV-7", "PRIV-11"],
}, () => {
  const operations = readFileSync("docs/operations.md", "utf8")
  const table = operations.slice(operations.indexOf("## What is kept, and for how long"))
  for (const kept of new Set(TYPED_TEXTS.flatMap((text) => text.kept ?? []))) {
    const setting = `KEEP_${kept.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
    expect(Object.keys(RETENTION_SETTINGS)).toContain(setting)
    expect(table).toContain(`\`${setting}\` (${DEFAULT_RETENTION[kept]})`)
  }
})

const nameOf = ({ text }: FilledText) => nameOfText(text)
const ownTexts = (filled: readonly FilledText[]) => filled.filter(({ text, role }) => text.owner === role)
const otherPeoplesTexts = (filled: readonly FilledText[]) =>
  filled.filter(({ text, role }) => text.owner !== role)

/** Every row of every table as text. */
async function allRows(): Promise<string> {
  const tables = Object.values(schema).filter((table) => is(table, PgTable))
  const rows = await Promise.all(
    tables
      .filter((table) => getTableName(table) !== "zips")
      .map((table) => database.db.select({ row: sql<string>`${table}::text` }).from(table)),
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .join("\n")
}
