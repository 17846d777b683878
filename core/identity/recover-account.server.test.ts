import { desc, eq, is } from "drizzle-orm"
import { getTableConfig, PgTable } from "drizzle-orm/pg-core"
import { describe, expect, it } from "vitest"
import { createApiToken } from "#core/api-tokens/create-api-token.server.ts"
import { findApiToken } from "#core/api-tokens/find-api-token.server.ts"
import type { PersonContext } from "#core/context.ts"
import { DAY_MS } from "#core/durations.ts"
import { makeChallenge, spendChallenge } from "#core/passkeys/challenges.server.ts"
import type { PasskeyReview } from "#core/passkeys/passkey-review.ts"
import * as schema from "#db/schema/index.ts"
import { emailChanges, outbox, passkeys, pushSubscriptions, sessions, users } from "#db/schema/index.ts"
import { OPERATIONS } from "#server/api/v1/operations/index.ts"
import { passwords } from "#server/auth/passwords.ts"
import { ctxFor, testClock, useDatabase } from "#tests/support/database.ts"
import { lastEvent } from "#tests/support/last-event.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { aDevice } from "#tests/support/push.ts"
import { changePassword } from "./change-password.server.ts"
import { checkCredentials } from "./check-credentials.server.ts"
import { confirmEmailChange, emailOfChange } from "./confirm-email-change.server.ts"
import { endOtherSessions } from "./end-sessions.server.ts"
import { requestEmailChange } from "./request-email-change.server.ts"
import { resetPassword } from "./reset-password.server.ts"
import { viewEmailChange } from "./take-back-email-change.server.ts"
import { LINKS, type LinkOwner, type LinkPurpose, makeLink, readToken } from "./tokens.server.ts"

const database = useDatabase({ zips: true })
const clock = testClock()
const address = "203.0.113.9"
const ports = { passwords }
const nobody = () => ctxFor(database, { role: "anonymous" }, { now: clock.now, ports })
const NEW_PASSWORD = "Another#2026"

type Owner = {
  ctx: PersonContext
  userId: string
  password: string
  /** Token of the session in which the owner is signed in, if there is one. */
  token?: string
  /** The passkeys that the form submitted; absent if there is no form, as in the API. */
  review?: PasskeyReview
}

/** Every way in which an owner recovers an account that somebody else was signed in to. */
const RECOVERIES: Record<string, (owner: Owner) => Promise<unknown>> = {
  "a new password by an emailed link": async ({ userId, review }) => {
    const path = await makeLink(database.db, clock.now(), "reset-password", { userId, role: "customer" })
    return resetPassword(nobody(), {
      password: NEW_PASSWORD,
      token: path.split("id=")[1]!,
      address,
      ...review,
    })
  },
  "a new password on the account page": ({ ctx, password, token = null, review }) =>
    changePassword(ctx, { currentPassword: password, password: NEW_PASSWORD, token, ...review }),
  "signing out all other devices": ({ ctx, token = null, review }) =>
    endOtherSessions(ctx, { token, ...review }),
}

/** Requests an email change as somebody else would; returns the owner of its links. */
async function aChangeOf({ ctx, userId, password }: Owner): Promise<LinkOwner> {
  await requestEmailChange(ctx, { email: `thief-${userId}@example.test`, password })
  return lastEvent(database.db, "email.changeRequested")
}

async function anEmailChangeOfAThief() {
  const { userId, email, password } = await aPersonWithPassword(database.db, ["customer"], clock.now)
  const ctx = ctxFor(database, { role: "customer", userId }, { now: clock.now, ports })
  const owner = await aChangeOf({ ctx, userId, password })
  const link = async () => (await makeLink(database.db, clock.now(), "change-email", owner)).split("id=")[1]!
  const emailNow = async () => {
    const [person] = await database.db.select().from(users).where(eq(users.id, userId))
    return person!.email
  }
  return { ctx, userId, email, password, link, emailNow }
}

it.each(Object.keys(RECOVERIES))(
  "%s ends the email change that a thief asked for, and its links",
  {
    tags: ["ACCT-34"],
  },
  async (way) => {
    const { link, emailNow, email, ...owner } = await anEmailChangeOfAThief()
    const sentBefore = await link()
    expect(await emailOfChange(nobody(), { token: sentBefore })).not.toBeNull()
    clock.advance({ minutes: 1 })
    await RECOVERIES[way]!(owner)
    // A job that was already running makes its link afterwards.
    for (const token of [sentBefore, await link()]) {
      expect(await emailOfChange(nobody(), { token })).toBeNull()
      await expect(confirmEmailChange(nobody(), { token, address })).rejects.toMatchObject({
        code: "token_expired",
      })
    }
    expect(await emailNow()).toBe(email)
    expect(await database.db.$count(emailChanges, eq(emailChanges.userId, owner.userId))).toBe(0)
  },
)

it("refuses an email change that is older than the password, though its row was left", {
  tags: ["ACCT-34"],
}, async () => {
  const { link, emailNow, email, ...owner } = await anEmailChangeOfAThief()
  const [change] = await database.db.select().from(emailChanges).where(eq(emailChanges.userId, owner.userId))
  clock.advance({ minutes: 1 })
  await RECOVERIES["a new password on the account page"]!(owner)
  await database.db.insert(emailChanges).values(change!)
  await expect(confirmEmailChange(nobody(), { token: await link(), address })).rejects.toMatchObject({
    code: "token_expired",
  })
  expect(await emailNow()).toBe(email)
})

async function aPerson() {
  const person = await aPersonWithPassword(database.db, ["customer"], clock.now)
  const ctx = ctxFor(database, { role: "customer", userId: person.userId }, { now: clock.now, ports })
  return { ...person, ctx }
}
type Person = Awaited<ReturnType<typeof aPerson>>

async function aSession({ userId }: Person) {
  const token = crypto.randomUUID()
  const expiresAt = new Date(Date.now() + 8 * 3_600_000)
  const [row] = await database.db
    .insert(sessions)
    .values({ userId, role: "customer", token, expiresAt })
    .returning()
  return row!
}

async function aPasskey({ userId }: Person, daysAgo: number) {
  const createdAt = new Date(clock.now().getTime() - daysAgo * DAY_MS)
  const [row] = await database.db
    .insert(passkeys)
    .values({
      userId,
      name: "Key",
      credentialId: crypto.randomUUID(),
      publicKey: "AA",
      counter: 0,
      createdAt,
    })
    .returning()
  return row!.id
}

const exists = async (table: typeof sessions | typeof passkeys | typeof pushSubscriptions, id: string) =>
  (await database.db.$count(table, eq(table.id, id))) > 0

/** A link in a mailbox. It works as long as its token is stored and has not expired. */
const link =
  (purpose: LinkPurpose): Way["give"] =>
  async ({ userId }) => {
    const path = await makeLink(database.db, clock.now(), purpose, { userId, role: "customer" })
    const token = path.split("id=")[1]!
    return async () => (await readToken(database.db, clock.now(), purpose, token))?.expired === false
  }

const [RESET, CHANGE, SIGN_OUT] = Object.keys(RECOVERIES) as [string, string, string]

type Way = {
  /** The table that holds it. */
  table: string
  /** The kind of its row in `verifications`, if it has one. */
  kind?: LinkPurpose | "passkey-challenge"
  /** Gives a person this access; returns a check of whether it still works. */
  give: (person: Person) => Promise<() => Promise<boolean>>
  /** The recoveries after which it still works; a comment explains why that is correct. */
  survives: readonly string[]
}

/**
 * Everything that gives access to an account, or leads to it. The session that the owner recovers from is tested
 * separately.
 */
const WAYS: Record<string, Way> = {
  "the old password": {
    table: "credentials",
    give: async ({ email, password, userId }) => {
      const signIn = { email, password, role: "customer" as const, address, code: undefined }
      return () =>
        checkCredentials(nobody(), signIn).then(
          (known) => known.userId === userId,
          () => false,
        )
    },
    // Signing out other devices does not set a password.
    survives: [SIGN_OUT],
  },
  "the session of another device": {
    table: "sessions",
    give: async (person) => {
      const { id } = await aSession(person)
      return () => exists(sessions, id)
    },
    survives: [],
  },
  "a passkey of 29 days ago": {
    table: "passkeys",
    give: async (person) => {
      const id = await aPasskey(person, 29)
      return () => exists(passkeys, id)
    },
    survives: [],
  },
  "a passkey of 31 days ago": {
    table: "passkeys",
    give: async (person) => {
      const id = await aPasskey(person, 31)
      return () => exists(passkeys, id)
    },
    // The owner sees it on the form, and removes it if it is not theirs.
    survives: [RESET, CHANGE, SIGN_OUT],
  },
  "a passkey that is being made": {
    table: "verifications",
    kind: "passkey-challenge",
    give: async ({ userId }) => {
      const challenge = await makeChallenge(nobody(), { userId, name: "Key" })
      return async () =>
        (await spendChallenge(nobody(), Buffer.from(challenge).toString("base64url")))?.userId === userId
    },
    survives: [],
  },
  "an API token": {
    table: "api_tokens",
    give: async ({ ctx, password }) => {
      const { token } = await createApiToken(ctx, { name: "Script", password })
      return async () => (await findApiToken(nobody(), token)) !== null
    },
    // A script is not a device; the owner revokes its token on the token page.
    survives: [SIGN_OUT],
  },
  "a link to a new password": {
    table: "verifications",
    kind: "reset-password",
    give: link("reset-password"),
    // It is in the owner's mailbox.
    survives: [SIGN_OUT],
  },
  "a link to another email": {
    table: "email_changes",
    kind: "change-email",
    give: async ({ ctx, userId, password }) => {
      const owner = await aChangeOf({ ctx, userId, password })
      const token = (await makeLink(database.db, clock.now(), "change-email", owner)).split("id=")[1]!
      return async () => (await emailOfChange(nobody(), { token })) !== null
    },
    survives: [],
  },
  "a link that keeps the old email": {
    table: "email_changes",
    kind: "keep-email",
    give: async ({ ctx, userId, password }) => {
      const owner = await aChangeOf({ ctx, userId, password })
      const token = (await makeLink(database.db, clock.now(), "keep-email", owner)).split("id=")[1]!
      return async () => (await viewEmailChange(nobody(), { token })).state === "open"
    },
    // No change is left to undo.
    survives: [],
  },
  "a link that confirms the email": {
    table: "verifications",
    kind: "confirm-email",
    give: link("confirm-email"),
    // It gives no access: the person still has to sign in afterwards.
    survives: [RESET, CHANGE, SIGN_OUT],
  },
  "a link that makes a browser a known device": {
    table: "verifications",
    kind: "know-device",
    give: link("know-device"),
    // It gives no access: the device may try eight passwords in 15 minutes.
    survives: [RESET, CHANGE, SIGN_OUT],
  },
  "a device that gets messages, of a session that ran out": {
    table: "push_subscriptions",
    give: async ({ userId }) => {
      const { id } = (await aDevice(database.db, { userId, role: "customer" }))!
      return () => exists(pushSubscriptions, id)
    },
    survives: [],
  },
}

/** Tables that give no access to an account. Add every new table here or to `WAYS`. */
const OPENS_NOTHING = `
  account_deletions addresses audit_log cart_lines cart_markets carts checkout_lines
  checkout_markets checkouts courier_positions customers deliverers deliveries disputes drafts favorites
  history idempotency_keys images ledger_entries market_calendars market_changes market_dates
  market_photos market_windows market_words markets memberships notification_choices
  notifications opening_alerts order_lines orders outbox payment_platform payouts product_images
  product_words products push_deliveries rate_limits refund_lines refunds removed_lines replacement_offers
  saved_cards saved_lines search_words stripe_events terms_agreements terms_announcements transfer_reversals
  transfers two_factors users variants zips
`.trim()

describe("after a recovery", () => {
  it.each(
    Object.entries(WAYS).flatMap(([name, way]) =>
      Object.keys(RECOVERIES).map((by) => [by, name, way] as const),
    ),
  )("by %s: %s", { tags: ["ACCT-54"] }, async (by, _name, way) => {
    const person = await aPerson()
    const works = await way.give(person)
    clock.advance({ minutes: 1 })
    await RECOVERIES[by]!({ ...person, token: (await aSession(person)).token })
    expect(await works()).toBe(way.survives.includes(by))
  })

  it.each(Object.entries(WAYS))("%s works before", { tags: ["ACCT-54"] }, async (_name, way) => {
    expect(await (await way.give(await aPerson()))()).toBe(true)
  })

  it("the session stays where the owner asked for it, but for a new password by a link", {
    tags: ["ACCT-54"],
  }, async () => {
    for (const [by, recover] of Object.entries(RECOVERIES)) {
      const person = await aPerson()
      const { id, token } = await aSession(person)
      await recover({ ...person, token })
      expect([by, await exists(sessions, id)]).toEqual([by, by !== RESET])
    }
  })

  it("nothing else is a way in: every table, every kind of link and every call is looked at", {
    tags: ["ACCT-54"],
  }, () => {
    const tables = Object.values(schema).filter((one) => is(one, PgTable))
    const ways = Object.values(WAYS)
    const names = tables.map((table) => getTableConfig(table).name)
    expect(names.sort()).toEqual(
      [...new Set([...ways.map(({ table }) => table), ...OPENS_NOTHING.split(/\s+/)])].sort(),
    )
    const kinds = ways.flatMap(({ kind }) => kind ?? [])
    expect(kinds.sort()).toEqual([...Object.keys(LINKS), "passkey-challenge"].sort())
    const recoveries = ["resetPassword", "changePassword", "endOtherSessions", "removePasskey", "addPasskey"]
    const calls = OPERATIONS.filter(({ command }) => recoveries.includes(command)).map(({ path }) => path)
    expect(calls.sort()).toEqual(["/auth/updatePassword/", "/seller/updatePassword/"])
  })
})

describe("passkeys that were shown", () => {
  const held = async ({ userId }: Person) =>
    (await database.db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId))).map(
      ({ id }) => id,
    )

  it.each(Object.keys(RECOVERIES))(
    "at %s stay or go as their owner ticked",
    { tags: ["ACCT-53"] },
    async (by) => {
      const person = await aPerson()
      const [kept, gone, old, oldGone] = [
        await aPasskey(person, 1),
        await aPasskey(person, 2),
        await aPasskey(person, 40),
        await aPasskey(person, 50),
      ]
      const addedMeanwhile = await aPasskey(person, 0)
      const review = { shownPasskeys: [kept, gone, old, oldGone], removedPasskeys: [gone, oldGone] }
      await RECOVERIES[by]!({ ...person, review })
      // Signing out other devices requires no password, so it removes no older passkey either.
      expect(await held(person)).toEqual(by === SIGN_OUT ? [kept, old, oldGone] : [kept, old])
      expect(await held(person)).not.toContain(addedMeanwhile)
      const events = await database.db
        .select({ payload: outbox.payload })
        .from(outbox)
        .where(eq(outbox.event, "passkey.removed"))
        .orderBy(desc(outbox.id))
        .limit(1)
      const count = by === SIGN_OUT ? 2 : 3
      expect(events[0]!.payload).toEqual({ userId: person.userId, role: "customer", count })
    },
  )

  it.each(Object.keys(RECOVERIES))(
    "at %s are the person's own: a stranger's stays",
    { tags: ["ACCT-53"] },
    async (by) => {
      const [person, stranger] = [await aPerson(), await aPerson()]
      const theirs = await aPasskey(stranger, 1)
      await RECOVERIES[by]!({ ...person, review: { shownPasskeys: [], removedPasskeys: [theirs] } })
      expect(await held(stranger)).toEqual([theirs])
    },
  )
})
