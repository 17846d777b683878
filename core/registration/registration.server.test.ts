import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { createAdmin } from "#core/identity/create-admin.server.ts"
import { hashForEmail } from "#core/identity/hash-for-email.server.ts"
import { addRole } from "#core/registration/add-role.server.ts"
import { registerCustomer } from "#core/registration/register-customer.server.ts"
import { FIRST_TERMS } from "#core/terms/terms.ts"
import { credentials, idempotencyKeys, memberships, outbox, users, verifications } from "#db/schema/index.ts"
import { passwords } from "#server/auth/passwords.ts"
import { secondFactor } from "#server/auth/second-factor.ts"
import { ctxFor, testClock, useDatabase } from "#tests/support/database.ts"
import { linkTo } from "#tests/support/email-links.ts"

const PASSWORD = "Pushcart#2026"
const ada = { firstName: "Ada", lastName: "Byron", password: PASSWORD, address: "203.0.113.7" }

describe("registration", () => {
  const database = useDatabase()
  const clock = testClock()
  const ports = { passwords, secondFactor: secondFactor({ secret: "s".repeat(32), required: true }) }
  const ctx = () => ctxFor(database, { role: "anonymous" }, { now: clock.now, ports })
  let number = 0
  const newEmail = () => `ada-${++number}@example.test`

  const register = (email: string, changes: Partial<typeof ada> & { idempotencyKey?: string } = {}) =>
    registerCustomer(ctx(), { ...ada, idempotencyKey: undefined, email, ...changes })

  async function confirmedCustomer() {
    const email = newEmail()
    const { userId } = await register(email)
    await database.db.update(users).set({ emailVerified: true }).where(eq(users.id, userId))
    return { email, userId }
  }

  async function becomeCourier(email: string, password = PASSWORD) {
    const passwordHash = await hashForEmail(ctx(), { email, password, address: ada.address })
    const role = { role: "deliverer" as const, email, firstName: "Ada", lastName: "Byron", passwordHash }
    return database.db.transaction((tx) => addRole(ctx(), tx, role))
  }

  it("is counted before its password is hashed, all of one network together", {
    tags: ["SEC-20"],
  }, async () => {
    let hashed = 0
    const fast = { hash: async () => `hash ${++hashed}`, verify: async () => false }
    const counted = { ...ctx(), ports: { ...ctx().ports, passwords: fast } }
    const from = (host: number) =>
      hashForEmail(counted, { email: newEmail(), password: PASSWORD, address: `2001:db8:7::${host}` })
    for (let host = 1; host <= 200; host += 1) await from(host)
    await expect(from(201)).rejects.toMatchObject({ code: "rate_limited" })
    expect(hashed).toBe(200)
  })

  it("counts a password that is tried for a further role as a try to sign in", {
    tags: ["ACCT-10"],
  }, async () => {
    const { email } = await confirmedCustomer()
    const none = { hash: async () => "hash", verify: async () => false }
    const counted = { ...ctx(), ports: { ...ctx().ports, passwords: none } }
    const guess = (host: number) =>
      hashForEmail(counted, { email, password: "Wrong#2026aa", address: `2001:db8:8::${host}` })
    for (let host = 1; host <= 8; host += 1) await guess(host)
    await expect(guess(9)).rejects.toMatchObject({ code: "rate_limited" })
  })

  it("records which terms were agreed to, and when", { tags: ["REG-2"] }, async () => {
    const { userId } = await register(newEmail())
    const [membership] = await database.db.select().from(memberships).where(eq(memberships.userId, userId))
    expect(membership).toMatchObject({ role: "customer", termsVersion: FIRST_TERMS, agreedAt: clock.now() })
  })

  it("keeps the password only as its hash, and neither it nor a link's secret anywhere else", {
    tags: ["ACCT-23"],
  }, async () => {
    const email = newEmail()
    const key = crypto.randomUUID()
    const { userId } = await register(email, { idempotencyKey: key })
    const [credential] = await database.db.select().from(credentials).where(eq(credentials.userId, userId))
    expect(credential!.password).not.toContain(PASSWORD)
    expect(await passwords.verify(PASSWORD, credential!.password)).toBe(true)
    const token = (await linkTo(database.db, "email.confirmationRequested", email, clock.now())).split(
      "id=",
    )[1]!
    const kept = JSON.stringify([
      await database.db.select().from(verifications),
      await database.db.select().from(idempotencyKeys),
    ])
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(PASSWORD)
  })

  it("asks for the confirmation email and the welcome in the same transaction", {
    tags: ["REG-3"],
  }, async () => {
    const email = newEmail()
    const { userId } = await register(email)
    const events = await database.db.select().from(outbox)
    const mine = events.filter(({ payload }) => (payload as { userId?: string }).userId === userId)
    expect(mine.map(({ event }) => event).sort()).toEqual([
      "email.confirmationRequested",
      "person.registered",
    ])
  })

  it("makes one person of two who register with the same email at once", { tags: ["REG-5"] }, async () => {
    const email = newEmail()
    const both = await Promise.allSettled([register(email), register(email)])
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    expect(await database.db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
  })

  it("answers the same to the same key, and rejects another email's owner without one", {
    tags: ["REG-5"],
  }, async () => {
    const email = newEmail()
    const idempotencyKey = crypto.randomUUID()
    const first = await register(email, { idempotencyKey })
    expect(await register(email, { idempotencyKey })).toEqual(first)
    await expect(register(email)).rejects.toMatchObject({ code: "duplicate_email", field: "email" })
  })

  it("gives a second role to who knows the password and has confirmed the email", {
    tags: ["REG-6"],
  }, async () => {
    const { email, userId } = await confirmedCustomer()
    expect(await becomeCourier(email)).toEqual({ userId, confirmed: true })
    const held = await database.db.select().from(memberships).where(eq(memberships.userId, userId))
    expect(held.map(({ role }) => role).sort()).toEqual(["customer", "deliverer"])
  })

  it("rejects a second role with another password, an unconfirmed email, or the same role again", {
    tags: ["REG-6"],
  }, async () => {
    const { email } = await confirmedCustomer()
    const rejection = {
      code: "duplicate_email",
      message: "This email has been used, please use another one!",
    }
    await expect(becomeCourier(email, "Other#2026aa")).rejects.toMatchObject(rejection)
    await expect(register(email)).rejects.toMatchObject(rejection)
    const unconfirmed = newEmail()
    await register(unconfirmed)
    await expect(becomeCourier(unconfirmed)).rejects.toMatchObject(rejection)
  })

  it("lets a wizard hold the hash: it proves the password later, until the password changes", {
    tags: ["REG-14"],
  }, async () => {
    const { email, userId } = await confirmedCustomer()
    const draftHash = await hashForEmail(ctx(), { email, password: PASSWORD, address: ada.address })
    const finish = () =>
      database.db.transaction((tx) =>
        addRole(ctx(), tx, {
          role: "seller",
          email,
          firstName: "A",
          lastName: "B",
          passwordHash: draftHash,
        }),
      )
    await database.db
      .update(credentials)
      .set({ password: await passwords.hash("Barrow#2026xy") })
      .where(eq(credentials.userId, userId))
    await expect(finish()).rejects.toMatchObject({ code: "duplicate_email" })
    await database.db.update(credentials).set({ password: draftHash }).where(eq(credentials.userId, userId))
    expect(await finish()).toEqual({ userId, confirmed: true })
  })

  it("gives an admin's email no other role, and makes no admin of an email that is used", {
    tags: ["ACCT-26"],
  }, async () => {
    const system = ctxFor(database, { role: "system" }, { now: clock.now, ports })
    const email = newEmail()
    await createAdmin(system, { email, name: "Root", password: PASSWORD })
    await expect(register(email)).rejects.toMatchObject({ code: "duplicate_email" })
    const { email: used } = await confirmedCustomer()
    await expect(
      createAdmin(system, { email: used, name: "Root", password: PASSWORD }),
    ).rejects.toMatchObject({
      code: "duplicate_email",
    })
  })
})
