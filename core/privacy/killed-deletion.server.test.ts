import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eq, sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { keepImage } from "#core/images/keep-image.server.ts"
import { saveImage } from "#core/images/save-image.server.ts"
import { connectAccount } from "#core/payouts/connect-account.server.ts"
import { sweepAccounts } from "#core/privacy/close-accounts.server.ts"
import { sweepDeletions } from "#core/privacy/finish-deletion.server.ts"
import { accountDeletions, images, ledgerEntries, markets, outbox, users } from "#db/schema/index.ts"
import { ctxFor, personIn, systemCtx } from "#tests/support/database.ts"
import { aPhoto } from "#tests/support/images.ts"
import { outsideOf } from "#tests/support/outside-services.ts"
import { tokensFor, usePayoutAccounts } from "#tests/support/payout-accounts.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"

const payoutAccounts = usePayoutAccounts({ connections: 4 })
const BUN = join(import.meta.dirname, "../../node_modules/.bin/bun")
const folder = mkdtempSync(join(tmpdir(), "pushcart-killed-"))

const ports = () => ({
  ...payoutAccounts.parts().ports,
  ...outsideOf({ sandbox: payoutAccounts.sandbox.base, folder }),
})
const later = (hours: number) =>
  systemCtx(payoutAccounts.database, { ports: ports(), now: () => new Date(Date.now() + hours * 3_600_000) })

/** A seller with an active subscription, an account that may be paid, and two private documents. */
async function aSellerWithEverything() {
  const { db } = payoutAccounts.database
  const person = await aPersonWithPassword(db, ["seller"])
  const { userId } = person
  const [market] = await db
    .update(markets)
    .set({ approval: "approved" })
    .where(eq(markets.userId, userId))
    .returning()
  const ctx = ctxFor(payoutAccounts.database, personIn("seller", userId), payoutAccounts.parts())
  await connectAccount(ctx, {
    ...(await tokensFor(payoutAccounts.sandbox)),
    productDescription: "Vegetables",
    schedule: "weekly",
    agree: true,
  })
  const { stripe } = payoutAccounts.sandbox
  const customer = await stripe.customers.create({ email: person.email })
  const subscription = await payoutAccounts.aPaidSubscription(userId, customer.id)
  await db
    .update(markets)
    .set({ stripeCustomerId: customer.id, stripeSubscriptionId: subscription.id, subscription: "active" })
    .where(eq(markets.userId, userId))
  const documents = []
  for (let count = 0; count < 2; count += 1) {
    const kept = await keepImage(later(0), "identity", (await aPhoto()).buffer)
    documents.push(await db.transaction((tx) => saveImage(tx, kept, { ownerId: userId })))
  }
  const { stripeAccountId } = await payoutAccounts.marketRow(market!.id)
  return {
    ...person,
    marketId: market!.id,
    subscriptionId: subscription.id,
    accountId: stripeAccountId!,
    documents,
  }
}
type Seller = Awaited<ReturnType<typeof aSellerWithEverything>>

async function leaveAndDie({ userId, password }: Seller, step: string, nth = 0) {
  const child = spawn(
    BUN,
    [
      join(import.meta.dirname, "../../tests/support/programs/leave-and-die.ts"),
      payoutAccounts.database.url,
      payoutAccounts.sandbox.base,
      folder,
      userId,
      password,
      step,
      String(nth),
    ],
    { stdio: ["ignore", "inherit", "inherit"] },
  )
  const [code, signal] = await once(child, "exit")
  return { code, signal }
}

const emailsTo = (email: string) =>
  (existsSync(join(folder, "mail")) ? readdirSync(join(folder, "mail")) : []).filter((name) =>
    readFileSync(join(folder, "mail", name), "utf8").includes(email),
  )

/**
 * The state of the deletion inside and outside the database. Every complete deletion has the same state, no matter how
 * often it was interrupted.
 */
async function standing({ userId, email, subscriptionId, accountId, documents }: Seller) {
  const { db } = payoutAccounts.database
  const { stripe } = payoutAccounts.sandbox
  const [deletion] = await db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId))
  const [person] = await db.select().from(users).where(eq(users.id, userId))
  const told = await db
    .select()
    .from(outbox)
    .where(sql`event = 'account.deleted' and payload->>'userId' = ${userId}`)
  const kept = await db.select().from(images).where(eq(images.ownerId, userId))
  const events = await stripe.events.list({ type: "customer.subscription.deleted", limit: 100 })
  return {
    isErased: person!.deletedAt !== null && person!.email !== email,
    isFinished: deletion ? deletion.finishedAt !== null && deletion.email === null : null,
    isClosed: deletion ? deletion.accountsClosedAt !== null : null,
    eventsOfOurs: told.length,
    subscription: (await stripe.subscriptions.retrieve(subscriptionId)).status,
    subscriptionEnds: events.data.filter(({ data }) => (data.object as { id: string }).id === subscriptionId)
      .length,
    account: await stripe.accounts.retrieve(accountId).then(
      () => "open",
      (error: { code?: string }) => error.code,
    ),
    images: kept.filter(({ container, name }) => existsSync(join(folder, "images", container, name))).length,
    imagesForgotten: kept.filter(({ id, deletedAt }) => documents.includes(id) && deletedAt).length,
    messages: emailsTo(email).length,
    ledger: await db.$count(ledgerEntries, eq(ledgerEntries.userId, userId)),
  }
}

const AS_BEFORE = {
  isErased: false,
  isFinished: null,
  isClosed: null,
  eventsOfOurs: 0,
  subscription: "active",
  subscriptionEnds: 0,
  account: "open",
  images: 2,
  imagesForgotten: 0,
  messages: 0,
  ledger: 0,
}
const WHOLE = {
  isErased: true,
  isFinished: true,
  isClosed: true,
  eventsOfOurs: 1,
  subscription: "canceled",
  subscriptionEnds: 1,
  account: "account_invalid",
  images: 0,
  imagesForgotten: 2,
  messages: 1,
  ledger: 0,
}

describe("an account's deletion that is killed with -9", { tags: ["slow"] }, () => {
  it("in its transaction, at whichever place, has not begun", {
    timeout: 120_000,
    tags: ["PRIV-3"],
  }, async () => {
    const seller = await aSellerWithEverything()
    let deaths = 0
    for (;;) {
      const { signal } = await leaveAndDie(seller, "transaction", deaths + 1)
      if (signal !== "SIGKILL") break
      deaths += 1
      expect(await standing(seller)).toEqual(AS_BEFORE)
    }
    // Fewer would mean that it was never killed in the middle.
    expect(deaths).toBeGreaterThan(5)
    expect(await standing(seller)).toMatchObject({ isErased: true, isFinished: false, messages: 0 })
  })

  it.each([
    [
      "after it was erased here",
      "erased",
      { subscription: "active", images: 2, messages: 0, account: "open" },
    ],
    ["after the plan ended", "plan", { subscription: "canceled", images: 2, messages: 0, account: "open" }],
    [
      "after the first picture went",
      "picture",
      { subscription: "canceled", images: 1, messages: 0, account: "open" },
    ],
    ["after the email", "letter", { images: 0, messages: 1, isFinished: false, account: "open" }],
    ["before the account is closed", "finished", { isFinished: true, isClosed: false, account: "open" }],
    ["after the account was closed", "account", { isClosed: false, account: "account_invalid" }],
  ])(
    "%s is finished by the sweeps, each step once",
    { timeout: 60_000, tags: ["PRIV-3"] },
    async (_, step, left) => {
      const seller = await aSellerWithEverything()
      expect(await leaveAndDie(seller, step)).toEqual({ code: null, signal: "SIGKILL" })
      expect(await standing(seller)).toMatchObject({ isErased: true, eventsOfOurs: 1, ...left })
      // Its job may still run: a sweep that comes too early does not touch it.
      if (step === "erased") {
        await sweepDeletions(later(0))
        expect(await standing(seller)).toMatchObject(left)
      }
      for (const hours of [7, 14, 21]) {
        await sweepDeletions(later(hours))
        await sweepAccounts(later(hours))
        expect(await standing(seller)).toEqual(WHOLE)
      }
    },
  )
})
