import { and, eq, sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { createApiToken } from "#core/api-tokens/create-api-token.server.ts"
import type { PersonContext } from "#core/context.ts"
import { emailChangeLink } from "#core/emails/account/email-change-link.server.tsx"
import { emailChanged } from "#core/emails/account/email-changed.server.tsx"
import { passwordChanged } from "#core/emails/account/password-changed.server.tsx"
import { phoneChanged } from "#core/emails/account/phone-changed.server.tsx"
import type { EmailMessage } from "#core/ports/mail.ts"
import { apiTokens, auditLog, couriers, customers, outbox, sessions, users } from "#db/schema/index.ts"
import { passwords } from "#server/auth/passwords.ts"
import { secondFactor } from "#server/auth/second-factor.ts"
import { ctxFor, personIn, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { lastEvent } from "#tests/support/last-event.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { changeName } from "./change-name.server.ts"
import { changePassword } from "./change-password.server.ts"
import { changePhone } from "./change-phone.server.ts"
import { changeTimeZone } from "./change-time-zone.server.ts"
import { checkCredentials } from "./check-credentials.server.ts"
import { confirmEmailChange, emailOfChange } from "./confirm-email-change.server.ts"
import { createAdmin } from "./create-admin.server.ts"
import { endOtherSessions, endSession } from "./end-sessions.server.ts"
import { listSessions } from "./list-sessions.server.ts"
import { cancelEmailChange, requestEmailChange } from "./request-email-change.server.ts"
import type { Role } from "./roles.ts"
import { viewAccount } from "./view-account.server.ts"

const database = useDatabase({ zips: true })
const clock = testClock()
const sent: EmailMessage[] = []
const ports = {
  passwords,
  secondFactor: secondFactor({ secret: "s".repeat(32), required: true }),
  mail: { siteUrl: "http://shop.test", send: async (message: EmailMessage) => void sent.push(message) },
}
const address = "203.0.113.9"
const as = (role: Role, userId: string): PersonContext =>
  ctxFor(database, personIn(role, userId), { now: clock.now, ports })
const nobody = () => ctxFor(database, { role: "anonymous" }, { now: clock.now, ports })
const system = () => systemCtx(database, { now: clock.now, ports })

const person = (...roles: Exclude<Role, "admin">[]) => aPersonWithPassword(database.db, roles, clock.now)

async function aSession(userId: string, role: Role, token: string) {
  const [row] = await database.db
    .insert(sessions)
    .values({ userId, role, token, expiresAt: new Date(clock.now().getTime() + 3_600_000) })
    .returning()
  return row!
}

/** Runs the email jobs of the last requested change, and returns the token of the link if one was sent. */
async function linkOfChange(userId: string) {
  const payload = await lastEvent(database.db, "email.changeRequested")
  expect(payload.userId).toBe(userId)
  const before = sent.length
  await emailChangeLink.send(system(), payload, "link")
  return { payload, token: sent[before]?.text.match(/id=([\w-]+)/)?.[1] ?? null, to: sent[before]?.to }
}

describe("the own facts", () => {
  it("are renamed in the role of the session, and on the account", async () => {
    const { userId } = await person("customer", "deliverer")
    await changeName(as("deliverer", userId), { firstName: "Ada", lastName: "Byron" })
    const { db } = database
    expect(await viewAccount(as("deliverer", userId))).toMatchObject({ firstName: "Ada", name: "Ada Byron" })
    const [customer] = await db.select().from(customers).where(eq(customers.userId, userId))
    expect(customer!.firstName).toBe("Pat")
  })

  it("have a phone that a customer may take away and a courier may not", async () => {
    const { userId, password } = await person("customer", "deliverer", "seller")
    const change = (role: Role, phone: string | null) => changePhone(as(role, userId), { phone, password })
    await change("customer", "212-555-0147")
    expect((await viewAccount(as("customer", userId))).phone).toBe("212-555-0147")
    await change("customer", null)
    expect((await viewAccount(as("customer", userId))).phone).toBeNull()
    await expect(change("deliverer", null)).rejects.toMatchObject({ field: "phone" })
    await expect(change("seller", "212-555-0147")).rejects.toMatchObject({ code: "not_allowed" })
    const [courier] = await database.db.select().from(couriers).where(eq(couriers.userId, userId))
    expect(courier!.phone).toBe("212-555-0134")
  })

  it("get another phone with the password only, and by email hear of it", { tags: ["ACCT-51"] }, async () => {
    const { userId, email, password } = await person("customer", "deliverer")
    const told = () =>
      database.db.$count(
        outbox,
        and(eq(outbox.event, "phone.changed"), sql`${outbox.payload}->>'userId' = ${userId}`),
      )
    const change = (phone: string, given: string) =>
      changePhone(as("deliverer", userId), { phone, password: given })
    await expect(change("212-555-0147", "Wrong#20266")).rejects.toMatchObject({ field: "password" })
    expect((await viewAccount(as("deliverer", userId))).phone).toBe("212-555-0134")
    await change("212-555-0134", password)
    expect(await told()).toBe(0)
    await change("212-555-0147", password)
    expect(await told()).toBe(1)
    await phoneChanged.send(system(), { userId, role: "deliverer" }, "told")
    expect(sent.at(-1)).toMatchObject({ to: email, subject: "Your Pushcart phone number was changed" })
    for (let tries = 0; tries < 7; tries += 1)
      await expect(change("212-555-0199", "Wrong#20266")).rejects.toMatchObject({ field: "password" })
    await expect(change("212-555-0199", password)).rejects.toMatchObject({ code: "rate_limited" })
  })

  it("have the time zone of the zip until another one is chosen", async () => {
    const { userId } = await person("deliverer")
    await database.db.update(couriers).set({ zip: "60601" }).where(eq(couriers.userId, userId))
    expect((await viewAccount(as("deliverer", userId))).timeZone).toBe("America/Chicago")
    await changeTimeZone(as("deliverer", userId), { timeZone: "America/Denver" })
    expect(await viewAccount(as("deliverer", userId))).toMatchObject({
      timeZone: "America/Denver",
      usualTimeZone: "America/Chicago",
    })
  })
})

describe("another email", () => {
  it("is the person's once its link is opened; the old one is told, and its links end", async () => {
    const { userId, email, password } = await person("customer", "seller")
    await aSession(userId, "seller", `stays-${userId}`)
    const wanted = `new-${userId}@example.test`
    await requestEmailChange(as("customer", userId), { email: wanted, password })
    expect(await viewAccount(as("customer", userId))).toMatchObject({ email, wantedEmail: wanted })
    const { payload, token, to } = await linkOfChange(userId)
    expect(to).toBe(wanted)
    expect(await emailOfChange(nobody(), { token: token! })).toBe(wanted)
    await confirmEmailChange(nobody(), { token: token!, address })
    expect(await viewAccount(as("customer", userId))).toMatchObject({ email: wanted, wantedEmail: null })
    await expect(confirmEmailChange(nobody(), { token: token!, address })).rejects.toMatchObject({
      code: "token_expired",
    })
    await emailChanged.send(system(), payload, "told")
    expect(sent.at(-1)).toMatchObject({ to: email, subject: "Your Pushcart email was changed" })
    expect(await database.db.$count(sessions, eq(sessions.userId, userId))).toBe(1)
    expect(
      await checkCredentials(nobody(), { email: wanted, password, role: "seller", address, code: undefined }),
    ).toMatchObject({ userId })
  })

  it("that another account has is asked for like any other, and no link goes to it", async () => {
    const { userId, password } = await person("customer")
    const other = await person("customer")
    await requestEmailChange(as("customer", userId), { email: other.email, password })
    expect((await viewAccount(as("customer", userId))).wantedEmail).toBe(other.email)
    expect((await linkOfChange(userId)).token).toBeNull()
  })

  it("that another account takes before the link is opened stays theirs", async () => {
    const { userId, email, password } = await person("customer")
    const wanted = `race-${userId}@example.test`
    await requestEmailChange(as("customer", userId), { email: wanted, password })
    const { token } = await linkOfChange(userId)
    await database.db.insert(users).values({ name: "First", email: wanted })
    await expect(confirmEmailChange(nobody(), { token: token!, address })).rejects.toMatchObject({
      code: "token_expired",
    })
    expect((await viewAccount(as("customer", userId))).email).toBe(email)
  })

  it("asks for the password, works for the last one asked for, and not for ever", async () => {
    const { userId, email, password } = await person("customer")
    const ctx = as("customer", userId)
    const ask = (number: number, given = password) =>
      requestEmailChange(ctx, { email: `want-${number}-${userId}@example.test`, password: given })
    await expect(ask(0, "Wrong#20266")).rejects.toMatchObject({ field: "password" })
    await expect(requestEmailChange(ctx, { email, password })).rejects.toMatchObject({ field: "email" })
    await ask(1)
    const first = await linkOfChange(userId)
    await ask(2)
    const second = await linkOfChange(userId)
    expect(await emailOfChange(nobody(), { token: first.token! })).toBeNull()
    await cancelEmailChange(ctx)
    expect(await emailOfChange(nobody(), { token: second.token! })).toBeNull()
    await ask(3)
    const third = await linkOfChange(userId)
    clock.advance({ hours: 25 })
    expect(await emailOfChange(nobody(), { token: third.token! })).toBeNull()
    expect((await viewAccount(ctx)).wantedEmail).toBeNull()
    for (const number of [4, 5, 6, 7, 8]) await ask(number)
    await expect(ask(9)).rejects.toMatchObject({ code: "rate_limited" })
  })
})

describe("a new password", () => {
  it("ends all other sessions, tokens and links, and is told by email", async () => {
    const { userId, email, password } = await person("customer", "seller")
    const ctx = as("customer", userId)
    const [here] = [
      await aSession(userId, "customer", `here-${userId}`),
      await aSession(userId, "seller", userId),
    ]
    await createApiToken(ctx, { name: "script", password })
    const change = { currentPassword: password, password: "Another#2026", token: here.token }
    await expect(changePassword(ctx, { ...change, currentPassword: "Wrong#20266" })).rejects.toMatchObject({
      field: "currentPassword",
    })
    await changePassword(ctx, change)
    const left = await database.db.select().from(sessions).where(eq(sessions.userId, userId))
    expect(left.map(({ token }) => token)).toEqual([here.token])
    const [token] = await database.db.select().from(apiTokens).where(eq(apiTokens.userId, userId))
    expect(token!.revokedAt).not.toBeNull()
    const signIn = (given: string) =>
      checkCredentials(nobody(), { email, password: given, role: "customer", address, code: undefined })
    await expect(signIn(password)).rejects.toMatchObject({ code: "wrong_credentials" })
    expect(await signIn("Another#2026")).toMatchObject({ userId })
    await passwordChanged.send(system(), { userId, role: "customer" }, "told")
    expect(sent.at(-1)).toMatchObject({ to: email, subject: "Your Pushcart password was changed" })
  })

  it("of an admin needs a code of the app too, and is written down", async () => {
    const email = `admin-${crypto.randomUUID()}@example.test`
    const { userId } = await createAdmin(system(), { email, name: "Ann", password: "Pushcart#2026" })
    const change = { currentPassword: "Pushcart#2026", password: "Another#2026", token: null }
    await expect(changePassword(as("admin", userId), change)).rejects.toMatchObject({ field: "code" })
    await expect(
      requestEmailChange(as("admin", userId), { email: "x@example.test", password: "Pushcart#2026" }),
    ).rejects.toMatchObject({ code: "not_allowed" })
    const verify = async (code: string) => code === "123456"
    const ctx = as("admin", userId)
    const secondFactor = { ...ctx.ports.secondFactor, verify }
    await changePassword(
      { ...ctx, ports: { ...ctx.ports, secondFactor, passwords } as never },
      { ...change, code: "123456" },
    )
    const audited = and(eq(auditLog.actorId, userId), eq(auditLog.action, "password.changed"))
    expect(await database.db.$count(auditLog, audited)).toBe(1)
  })
})

describe("sessions", () => {
  it("are listed with the asking one first, and end one by one or all others at once", async () => {
    const { userId } = await person("customer", "deliverer")
    const [here, phone, other] = [
      await aSession(userId, "customer", `1-${userId}`),
      await aSession(userId, "deliverer", `2-${userId}`),
      await aSession(userId, "customer", `3-${userId}`),
    ]
    const ctx = as("customer", userId)
    const token = here.token
    expect((await listSessions(ctx, { token })).map(({ id, isThis }) => [id, isThis])).toEqual([
      [here.id, true],
      [other.id, false],
      [phone.id, false],
    ])
    await endSession(ctx, { sessionId: phone.id })
    expect(await listSessions(ctx, { token })).toHaveLength(2)
    await endOtherSessions(ctx, { token })
    expect((await listSessions(ctx, { token })).map(({ id }) => id)).toEqual([here.id])
    const closed = await database.db
      .select({ payload: outbox.payload })
      .from(outbox)
      .where(eq(outbox.event, "sessions.ended"))
    expect(closed.map(({ payload }) => (payload as { sessionId: string }).sessionId)).toEqual(
      expect.arrayContaining([phone.id, other.id]),
    )
  })

  it("of somebody else are not found", async () => {
    const [mine, theirs] = [await person("customer"), await person("customer")]
    const session = await aSession(theirs.userId, "customer", theirs.userId)
    const ctx = as("customer", mine.userId)
    for (const sessionId of [session.id, "nonsense", crypto.randomUUID()])
      await expect(endSession(ctx, { sessionId })).rejects.toMatchObject({ code: "not_found" })
    await endOtherSessions(ctx, { token: null })
    expect(await database.db.$count(sessions, eq(sessions.id, session.id))).toBe(1)
  })
})
