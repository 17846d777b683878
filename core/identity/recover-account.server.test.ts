import { desc, eq } from "drizzle-orm"
import { expect, it } from "vitest"
import type { PersonContext } from "#core/context.ts"
import { emailChanges, outbox, users } from "#db/schema/index.ts"
import { passwords } from "#server/auth/passwords.ts"
import { ctxFor, testClock, useDatabase } from "#tests/support/database.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { changePassword } from "./change-password.server.ts"
import { confirmEmailChange, emailOfChange } from "./confirm-email-change.server.ts"
import { endOtherSessions } from "./end-sessions.server.ts"
import { requestEmailChange } from "./request-email-change.server.ts"
import { resetPassword } from "./reset-password.server.ts"
import { type LinkOwner, makeLink } from "./tokens.server.ts"

const database = useDatabase({ zips: true })
const clock = testClock()
const address = "203.0.113.9"
const ports = { passwords }
const nobody = () => ctxFor(database, { role: "anonymous" }, { now: clock.now, ports })
const NEW_PASSWORD = "Another#2026"

type Owner = { ctx: PersonContext; userId: string; password: string }

/** Every way in which an owner takes back an account that somebody else was signed in to. */
const RECOVERIES: Record<string, (owner: Owner) => Promise<unknown>> = {
  "a new password by an emailed link": async ({ userId }) => {
    const path = await makeLink(database.db, clock.now(), "reset-password", { userId, role: "customer" })
    return resetPassword(nobody(), { password: NEW_PASSWORD, token: path.split("id=")[1]!, address })
  },
  "a new password on the account page": ({ ctx, password }) =>
    changePassword(ctx, { currentPassword: password, password: NEW_PASSWORD, token: null }),
  "signing out all other devices": ({ ctx }) => endOtherSessions(ctx, { token: null }),
}

async function anEmailChangeOfAThief() {
  const { userId, email, password } = await aPersonWithPassword(database.db, ["customer"], clock.now)
  const ctx = ctxFor(database, { role: "customer", userId }, { now: clock.now, ports })
  await requestEmailChange(ctx, { email: `thief-${userId}@example.test`, password })
  const [row] = await database.db
    .select({ payload: outbox.payload })
    .from(outbox)
    .where(eq(outbox.event, "email.changeRequested"))
    .orderBy(desc(outbox.id))
    .limit(1)
  const owner = row!.payload as LinkOwner
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
    // A job that was under way makes its link afterwards.
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
