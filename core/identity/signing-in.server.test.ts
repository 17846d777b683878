import { createOTP } from "@better-auth/utils/otp"
import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { passwordReset } from "#core/emails/account/password-reset.server.tsx"
import { checkCredentials } from "#core/identity/check-credentials.server.ts"
import { confirmationState, confirmEmail } from "#core/identity/confirm-email.server.ts"
import { createAdmin } from "#core/identity/create-admin.server.ts"
import { openDeviceLink } from "#core/identity/open-device-link.server.ts"
import { requestDeviceLink } from "#core/identity/request-device-link.server.ts"
import { requestPasswordReset } from "#core/identity/request-password-reset.server.ts"
import { resendConfirmation } from "#core/identity/resend-confirmation.server.ts"
import { resetPassword } from "#core/identity/reset-password.server.ts"
import type { Role } from "#core/identity/roles.ts"
import type { EmailMessage } from "#core/ports/mail.ts"
import type { Passwords } from "#core/ports/passwords.ts"
import type { KnownDevice } from "#core/ports/sessions.ts"
import { registerCustomer } from "#core/registration/register-customer.server.ts"
import { outbox, pushSubscriptions, sessions } from "#db/schema/index.ts"
import { passwords } from "#server/auth/passwords.ts"
import { secondFactor } from "#server/auth/second-factor.ts"
import { ctxFor, testClock, useDatabase } from "#tests/support/database.ts"
import { linkTo } from "#tests/support/email-links.ts"
import { aDevice } from "#tests/support/push.ts"

const PASSWORD = "Pushcart#2026"
const address = "203.0.113.7"

describe("signing in", () => {
  const database = useDatabase()
  const clock = testClock()
  const checked: (string | null)[] = []
  /** The real hashing, which also records what was checked. */
  const noting: Passwords = {
    hash: passwords.hash,
    verify(password, hash) {
      checked.push(hash)
      return passwords.verify(password, hash)
    },
  }
  const ports = { passwords: noting, secondFactor: secondFactor({ secret: "s".repeat(32), required: true }) }
  const ctx = () => ctxFor(database, { role: "anonymous" }, { now: clock.now, ports })
  /** Skips hashing, for tests that count hundreds of guesses. */
  const quick = () => {
    const verify = async (password: string) => password === PASSWORD
    return { ...ctx(), ports: { ...ctx().ports, passwords: { hash: passwords.hash, verify } } }
  }
  let number = 0

  async function customer(options: { confirmed: boolean } = { confirmed: true }) {
    const email = `bob-${++number}@example.test`
    const person = { firstName: "Bob", lastName: "Ross", email, password: PASSWORD, address }
    await registerCustomer(ctx(), { ...person, idempotencyKey: undefined })
    if (options.confirmed) await confirmEmail(ctx(), { token: await tokenFor(email), address })
    return email
  }

  async function tokenFor(email: string, event = "email.confirmationRequested" as const) {
    return (await linkTo(database.db, event, email, clock.now())).split("id=")[1]!
  }
  const resetTokenFor = async (email: string) =>
    (await linkTo(database.db, "email.passwordResetRequested", email, clock.now())).split("id=")[1]!

  const signIn = (email: string, password = PASSWORD, role: Role = "customer", code?: string) =>
    checkCredentials(ctx(), { email, password, role, code, address })

  it("does the same work and says the same whether or not the email exists", {
    tags: ["ACCT-8"],
  }, async () => {
    const email = await customer()
    checked.length = 0
    const rejections = await Promise.allSettled([
      signIn(email, "Wrong#2026aa"),
      signIn("nobody@example.test"),
      signIn(email, PASSWORD, "seller"),
    ])
    expect(checked).toHaveLength(3)
    expect(checked.filter((hash) => hash === null)).toHaveLength(1)
    const told = rejections.map((rejection) => (rejection as PromiseRejectedResult).reason as Error)
    expect(new Set(told.map(({ message }) => message))).toEqual(new Set(["email and password don't match"]))
  })

  it("tells only who knows the password that the email is not confirmed", { tags: ["ACCT-9"] }, async () => {
    const email = await customer({ confirmed: false })
    await expect(signIn(email)).rejects.toMatchObject({
      code: "email_not_confirmed",
      message: "Email not confirmed",
    })
    await expect(signIn(email, "Wrong#2026aa")).rejects.toMatchObject({ code: "wrong_credentials" })
  })

  it("confirms twice with one link, and offers a new one when it has expired", {
    tags: ["ACCT-17"],
  }, async () => {
    const email = await customer({ confirmed: false })
    const token = await tokenFor(email)
    expect(await confirmationState(ctx(), { token })).toBe("ready")
    clock.advance({ hours: 25 })
    expect(await confirmationState(ctx(), { token })).toBe("expired")
    await expect(confirmEmail(ctx(), { token, address })).rejects.toMatchObject({ code: "token_expired" })
    await resendConfirmation(ctx(), { email, role: "customer", address })
    const fresh = await tokenFor(email)
    expect(await confirmEmail(ctx(), { token: fresh, address })).toEqual({ role: "customer" })
    expect(await confirmEmail(ctx(), { token: fresh, address })).toEqual({ role: "customer" })
    expect(await confirmationState(ctx(), { token })).toBe("confirmed")
  })

  it("asks for an email only for a person of that role, and answers the same to all", {
    tags: ["ACCT-13"],
  }, async () => {
    const email = await customer()
    const before = await database.db.select().from(outbox)
    await requestPasswordReset(ctx(), { email: "nobody@example.test", role: "customer", address })
    await requestPasswordReset(ctx(), { email, role: "seller", address })
    await resendConfirmation(ctx(), { email, role: "customer", address })
    const events = (await database.db.select().from(outbox)).slice(before.length)
    // An unknown email causes the same work as a known one, so that the response time reveals nothing either.
    expect(events.map(({ payload }) => (payload as { userId: null }).userId)).toEqual([null, null, null])
    const sent: EmailMessage[] = []
    const mail = { siteUrl: "http://shop.test", send: async (letter: EmailMessage) => void sent.push(letter) }
    const system = ctxFor(database, { role: "system" }, { now: clock.now, ports: { ...ports, mail } })
    for (const { payload } of events)
      await passwordReset.send(system, payload as { userId: null; role: Role }, "x")
    expect(sent).toEqual([])
  })

  it("sets a new password once; the other links of that person and all sessions are over", {
    tags: ["ACCT-15", "PUSH-8"],
  }, async () => {
    const email = await customer()
    const { userId } = await signIn(email)
    await aDevice(database.db, { userId, role: "customer" })
    await database.db
      .insert(sessions)
      .values({ userId, role: "customer", token: crypto.randomUUID(), expiresAt: new Date("2099-01-01") })
    await requestPasswordReset(ctx(), { email, role: "customer", address })
    const first = await resetTokenFor(email)
    await requestPasswordReset(ctx(), { email, role: "customer", address })
    const second = await resetTokenFor(email)
    const set = (token: string) => resetPassword(ctx(), { password: "Barrow#2026xy", token, address })
    const both = await Promise.allSettled([set(second), set(second)])
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    await expect(set(first)).rejects.toMatchObject({ code: "token_expired" })
    expect(await database.db.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([])
    expect(await database.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId))).toBe(0)
    const told = await database.db.select().from(outbox).where(eq(outbox.event, "sessions.ended"))
    expect(told.map(({ payload }) => payload)).toContainEqual({ userId, roles: ["customer"] })
    await expect(signIn(email)).rejects.toMatchObject({ code: "wrong_credentials" })
    expect(await signIn(email, "Barrow#2026xy")).toMatchObject({ userId })
  })

  it("lets a reset link work for one hour", { tags: ["ACCT-15"] }, async () => {
    const email = await customer()
    await requestPasswordReset(ctx(), { email, role: "customer", address })
    const token = await resetTokenFor(email)
    clock.advance({ minutes: 61 })
    await expect(resetPassword(ctx(), { password: "Barrow#2026xy", token, address })).rejects.toMatchObject({
      code: "token_expired",
    })
  })

  it("asks an admin for a code of the authenticator, takes each once, and has no reset for them", {
    tags: ["ACCT-26", "ACCT-27"],
  }, async () => {
    const system = ctxFor(database, { role: "system" }, { now: clock.now, ports })
    const email = `admin-${++number}@example.test`
    const { authenticatorUri } = await createAdmin(system, { email, name: "Root", password: PASSWORD })
    const secret = Buffer.from(base32(new URL(authenticatorUri).searchParams.get("secret")!)).toString()
    const code = await createOTP(secret).totp()
    await expect(signIn(email, PASSWORD, "admin")).rejects.toMatchObject({ code: "wrong_credentials" })
    await expect(signIn(email, PASSWORD, "admin", "000000")).rejects.toMatchObject({
      code: "wrong_credentials",
    })
    expect(await signIn(email, PASSWORD, "admin", code)).toMatchObject({ role: "admin" })
    await expect(signIn(email, PASSWORD, "admin", code)).rejects.toMatchObject({ code: "rate_limited" })
    for (const role of ["customer", "seller", "deliverer"] as const)
      await requestPasswordReset(ctx(), { email, role, address: "198.51.100.1" })
    await expect(resetTokenFor(email)).rejects.toThrow("No email.passwordResetRequested")
  })

  it("counts emails per email, whoever asks", { tags: ["ACCT-11"] }, async () => {
    const ask = (from: number) =>
      requestPasswordReset(ctx(), {
        email: "flooded@example.test",
        role: "customer",
        address: `198.51.100.${from}`,
      })
    for (let from = 1; from <= 5; from++) await ask(from)
    await expect(ask(6)).rejects.toMatchObject({
      code: "rate_limited",
      message: "Too many tries. Please try again in 60 minutes.",
    })
    clock.advance({ minutes: 61 })
    await ask(7)
  })

  it("lets the owner in from a known device after a hundred guesses of others, and counts that device's own", {
    tags: ["ACCT-31"],
  }, async () => {
    const email = await customer()
    const { userId } = await signIn(email)
    const guess = (from: number, device: KnownDevice | null = null) =>
      checkCredentials(quick(), {
        email,
        password: "Wrong#2026aa",
        role: "customer" as const,
        code: undefined,
        address: `198.51.100.${from}`,
        device,
      })
    await Promise.allSettled(Array.from({ length: 104 }, (_, n) => guess(n % 13)))
    const enter = (device: KnownDevice | null) =>
      checkCredentials(quick(), {
        email,
        password: PASSWORD,
        role: "customer",
        code: undefined,
        address,
        device,
      })
    await expect(enter(null)).rejects.toMatchObject({ code: "rate_limited" })
    await expect(enter({ id: "strange", userIds: [crypto.randomUUID()] })).rejects.toMatchObject({
      code: "rate_limited",
    })
    const own = { id: "own", userIds: [userId] }
    expect(await enter(own)).toMatchObject({ userId })
    await expect(guess(1, own)).rejects.toMatchObject({ code: "wrong_credentials" })
    await Promise.allSettled(Array.from({ length: 8 }, () => guess(1, own)))
    await expect(enter(own)).rejects.toMatchObject({ code: "rate_limited" })
    expect(await enter({ ...own, id: "another" })).toMatchObject({ userId })
  })

  it("makes a device known by a link that was emailed for it, once, and by no other", {
    tags: ["ACCT-31"],
  }, async () => {
    const email = `root-${++number}@example.test`
    const system = ctxFor(database, { role: "system" }, { now: clock.now, ports })
    const { userId } = await createAdmin(system, { email, name: "Root", password: PASSWORD })
    await requestDeviceLink(ctx(), { email, address })
    const token = (await linkTo(database.db, "email.deviceLinkRequested", email, clock.now())).split(
      "id=",
    )[1]!
    expect(await openDeviceLink(ctx(), { token, address })).toBe(userId)
    const reset = await customer()
    await requestPasswordReset(ctx(), { email: reset, role: "customer", address })
    for (const useless of [token, await resetTokenFor(reset)])
      await expect(openDeviceLink(ctx(), { token: useless, address })).rejects.toMatchObject({
        code: "token_expired",
      })
  })

  it("counts everybody of one IPv6 line and of one network together", { tags: ["SEC-20"] }, async () => {
    const email = await customer()
    const guess = (from: string) =>
      checkCredentials(quick(), {
        email,
        password: "Wrong#2026aa",
        role: "customer" as const,
        code: undefined,
        address: from,
      })
    for (let n = 1; n <= 8; n += 1)
      await expect(guess(`2001:db8:1:2::${n}`)).rejects.toMatchObject({ code: "wrong_credentials" })
    await expect(guess("2001:db8:1:2::9")).rejects.toMatchObject({ code: "rate_limited" })
    for (let n = 1; n <= 24; n += 1)
      await expect(guess(`2001:db8:1:f${n}::1`)).rejects.toMatchObject({ code: "wrong_credentials" })
    await expect(guess("2001:db8:1:ff::1")).rejects.toMatchObject({ code: "rate_limited" })
    await expect(guess("2001:db8:2:2::1")).rejects.toMatchObject({ code: "wrong_credentials" })
  })

  it("stops eight wrong guesses even when they come at once, and forgives right ones", {
    tags: ["ACCT-10"],
  }, async () => {
    const email = await customer()
    for (let time = 0; time < 12; time++) await signIn(email)
    await Promise.allSettled(Array.from({ length: 20 }, () => signIn(email, "Wrong#2026aa")))
    await expect(signIn(email)).rejects.toMatchObject({ code: "rate_limited" })
    clock.advance({ minutes: 16 })
    expect(await signIn(email)).toMatchObject({ role: "customer" })
  })
})

/** RFC 4648, as authenticator apps read it. */
function base32(text: string): number[] {
  const bits = [...text.replace(/=+$/, "")]
    .map((letter) =>
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter.toUpperCase()).toString(2).padStart(5, "0"),
    )
    .join("")
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
}
