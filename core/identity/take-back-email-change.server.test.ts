import { eq } from "drizzle-orm"
import { describe, expect, it, onTestFinished } from "vitest"
import { createApiToken } from "#core/api-tokens/create-api-token.server.ts"
import { emailChangeLink } from "#core/emails/account/email-change-link.server.tsx"
import { emailChangeNotice } from "#core/emails/account/email-change-notice.server.tsx"
import type { EmailMessage } from "#core/ports/mail.ts"
import { purgeOldRows } from "#core/privacy/purge-old-rows.server.ts"
import { addRole } from "#core/registration/add-role.server.ts"
import { apiTokens, carts, emailChanges, outbox, passkeys, sessions, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { passwords } from "#server/auth/passwords.ts"
import { secondFactor as authenticator } from "#server/auth/second-factor.ts"
import { ctxFor, openTestDatabase, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { lastEvent } from "#tests/support/last-event.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import { untilWaiting } from "#tests/support/until-waiting.ts"
import { changePassword } from "./change-password.server.ts"
import { checkCredentials } from "./check-credentials.server.ts"
import { confirmEmailChange } from "./confirm-email-change.server.ts"
import { createAdmin } from "./create-admin.server.ts"
import { endOtherSessions } from "./end-sessions.server.ts"
import { cancelEmailChange, requestEmailChange } from "./request-email-change.server.ts"
import { resetPassword } from "./reset-password.server.ts"
import { keepOldEmail, undoEmailChange, viewEmailChange } from "./take-back-email-change.server.ts"
import { type LinkOwner, type LinkPurpose, makeLink } from "./tokens.server.ts"

const database = useDatabase({ zips: true })
const clock = testClock()
const sent: EmailMessage[] = []
const ports = {
  passwords,
  mail: { siteUrl: "http://shop.test", send: async (message: EmailMessage) => void sent.push(message) },
}
const secondFactor = authenticator({ secret: "s".repeat(32), required: true })
const address = "203.0.113.9"
const nobody = () => ctxFor(database, { role: "anonymous" }, { now: clock.now, ports })
const system = () => systemCtx(database, { now: clock.now, ports })
const expired = { code: "token_expired" }

/** A person, and what somebody who knows their password can do. */
async function aPerson() {
  const { userId, email, password } = await aPersonWithPassword(database.db, ["customer"], clock.now)
  const ctx = ctxFor(database, { role: "customer", userId }, { now: clock.now, ports })
  const ask = async (wanted = `new-${crypto.randomUUID()}@example.test`, known = password) => {
    await requestEmailChange(ctx, { email: wanted, password: known })
    return { wanted, owner: await lastEvent(database.db, "email.changeRequested") }
  }
  const emailNow = async () => {
    const [person] = await database.db.select().from(users).where(eq(users.id, userId))
    return person!.email
  }
  return { ctx, userId, email, password, ask, emailNow }
}

type Person = Awaited<ReturnType<typeof aPerson>>

const tokenOf = async (purpose: LinkPurpose, owner: LinkOwner) =>
  (await makeLink(database.db, clock.now(), purpose, owner)).split("id=")[1]!

const confirm = async (owner: LinkOwner) =>
  confirmEmailChange(nobody(), { token: await tokenOf("change-email", owner), address })

/** For concurrent calls: a test's own database has one connection. */
function wideDatabase() {
  const wide = openTestDatabase(database.url, 4)
  onTestFinished(() => wide.close())
  return wide
}

describe("a change of the email that was asked for", () => {
  it("is told to the old address at once, with a link that takes it back once its button is pressed", {
    tags: ["ACCT-61"],
  }, async () => {
    const { email, ask, emailNow } = await aPerson()
    const { wanted, owner } = await ask()
    await emailChangeNotice.send(system(), owner, "notice")
    const notice = sent.at(-1)!
    expect(notice).toMatchObject({ to: email, subject: "Someone asked to change your Pushcart email" })
    expect(notice.text).toContain("n•••@example.test")
    expect(notice.text + notice.html).not.toContain(wanted)
    const token = notice.text.match(/email-change\?user=customer&id=([\w-]+)/)![1]!

    const confirmation = await tokenOf("change-email", owner)
    for (const _opened of [1, 2])
      expect(await viewEmailChange(nobody(), { token })).toEqual({
        state: "open",
        newEmail: "n•••@example.test",
      })
    await keepOldEmail(nobody(), { token, address })
    // A job that was already running makes its link afterwards.
    for (const late of [confirmation, await tokenOf("change-email", owner)])
      await expect(confirmEmailChange(nobody(), { token: late, address })).rejects.toMatchObject(expired)
    expect(await emailNow()).toBe(email)
    expect(await viewEmailChange(nobody(), { token })).toEqual({ state: "over" })
    await expect(keepOldEmail(nobody(), { token, address })).rejects.toMatchObject(expired)
    const told = sent.length
    await emailChangeNotice.send(system(), owner, "late notice")
    expect(sent.length).toBe(told)
  })

  it("is told to the address that was the old one, however late", { tags: ["ACCT-61"] }, async () => {
    const { email, ask } = await aPerson()
    const { owner } = await ask()
    await confirm(owner)
    await emailChangeNotice.send(system(), owner, "late")
    expect(sent.at(-1)).toMatchObject({ to: email })
  })

  it("is not taken back by a link of somebody else, or of another change", {
    tags: ["ACCT-61"],
  }, async () => {
    const [person, other] = [await aPerson(), await aPerson()]
    const { owner } = await person.ask()
    for (const wrong of [
      { ...owner, userId: other.userId },
      { ...owner, changeId: (await other.ask()).owner.changeId },
    ]) {
      const token = await tokenOf("keep-email", wrong)
      expect(await viewEmailChange(nobody(), { token })).toEqual({ state: "over" })
      await expect(keepOldEmail(nobody(), { token, address })).rejects.toMatchObject(expired)
    }
    expect(await database.db.$count(emailChanges, eq(emailChanges.userId, person.userId))).toBe(1)
  })

  it("that is taken back while its link is being used is not made", { tags: ["ACCT-61"] }, async () => {
    const { ctx, userId, email, ask, emailNow } = await aPerson()
    const { owner } = await ask()
    const token = await tokenOf("change-email", owner)
    const wide = wideDatabase()
    const holding = await wide.pool.connect()
    await holding.query("begin")
    await holding.query("select from users where id = $1 for update", [userId])
    const confirming = confirmEmailChange({ ...nobody(), db: wide.db }, { token, address })
    await untilWaiting(database, 1)
    await cancelEmailChange(ctx)
    await holding.query("rollback")
    holding.release()
    await expect(confirming).rejects.toMatchObject(expired)
    expect(await emailNow()).toBe(email)
  })
})

describe("a change of the email that was made", () => {
  /** Somebody learned the password and took over the account. */
  async function aStolenAccount() {
    const person = await aPerson()
    const { owner } = await person.ask()
    const link = await tokenOf("keep-email", owner)
    await confirm(owner)
    return { ...person, owner, link }
  }
  const undo = (token: string) => undoEmailChange(nobody(), { token, address })
  const signIn = (email: string, password: string) =>
    checkCredentials(nobody(), { email, password, role: "customer", address, code: undefined })

  /** Actions that lock the real owner of an account out. */
  const THIEVES: Record<string, (person: Person) => Promise<unknown>> = {
    "a new password on the account page": ({ ctx, password }) =>
      changePassword(ctx, { currentPassword: password, password: THIEFS, token: null }),
    "a new password by a link to the new email": async ({ userId }) => {
      const token = await tokenOf("reset-password", { userId, role: "customer" })
      return resetPassword(nobody(), { password: THIEFS, token, address })
    },
    "signing out all other devices": ({ ctx }) => endOtherSessions(ctx, { token: null }),
    "another change of the email": async ({ ask }) => confirm((await ask()).owner),
    "undoing another change": async ({ ask }) => {
      const { owner } = await ask()
      await confirm(owner)
      return undo(await tokenOf("keep-email", owner))
    },
  }
  const THIEFS = "Thieves#2026"

  it.each(Object.keys(THIEVES))(
    "is undone by the old address after %s",
    {
      tags: ["ACCT-62"],
    },
    async (way) => {
      const { link, email, emailNow, userId, ...person } = await aStolenAccount()
      clock.advance({ minutes: 1 })
      await THIEVES[way]!({ ...person, userId, email, emailNow })
      expect(await emailNow()).not.toBe(email)
      expect((await viewEmailChange(nobody(), { token: link })).state).toBe("changed")
      await undo(link)
      expect(await emailNow()).toBe(email)
      expect(await database.db.$count(emailChanges, eq(emailChanges.userId, userId))).toBe(0)
    },
  )

  it("is undone with everything that opens the account, and the owner chooses a new password", {
    tags: ["ACCT-62"],
  }, async () => {
    const { db } = database
    const person = await aPerson()
    const { ctx, userId, email, emailNow } = person
    const key = (name: string) => ({ userId, name, publicKey: "AA", counter: 0, createdAt: clock.now() })
    // A younger passkey is removed with the thief's new password.
    const createdAt = new Date(clock.now().getTime() - 31 * 86_400_000)
    await db.insert(passkeys).values({ ...key("of the owner"), createdAt, credentialId: `own-${userId}` })
    await db.insert(carts).values({ customerId: userId, shipTo: { email } as never })
    clock.advance({ minutes: 1 })
    const { owner, wanted } = await person.ask()
    const link = await tokenOf("keep-email", owner)
    await confirm(owner)
    await THIEVES["a new password on the account page"]!(person)
    await createApiToken(ctx, { name: "Script", password: THIEFS })
    await db.insert(passkeys).values({ ...key("of the thief"), credentialId: `thief-${userId}` })
    const expiresAt = new Date(clock.now().getTime() + 3_600_000)
    await db.insert(sessions).values({ userId, role: "customer", token: `thief-${userId}`, expiresAt })
    const reset = await tokenOf("reset-password", owner)
    const later = (await person.ask(undefined, THIEFS)).owner

    const { newPassword } = await undo(link)
    expect(await emailNow()).toBe(email)
    for (const address of [email, wanted])
      for (const known of [THIEFS, PASSWORD])
        await expect(signIn(address, known)).rejects.toMatchObject({ code: "wrong_credentials" })
    expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(0)
    const tokens = await db.select().from(apiTokens).where(eq(apiTokens.userId, userId))
    expect(tokens.map(({ revokedAt }) => revokedAt)).toEqual([clock.now()])
    const keys = await db.select().from(passkeys).where(eq(passkeys.userId, userId))
    expect(keys.map(({ name }) => name)).toEqual(["of the owner"])
    const told = await db.select().from(outbox).where(eq(outbox.event, "passkey.removed"))
    expect(told.map(({ payload }) => payload)).toContainEqual({ userId, role: "customer", count: 1 })
    const [cart] = await db.select().from(carts).where(eq(carts.customerId, userId))
    expect(cart!.shipTo).toMatchObject({ email })
    await expect(resetPassword(nobody(), { password: THIEFS, token: reset, address })).rejects.toMatchObject(
      expired,
    )
    await expect(confirm(later)).rejects.toMatchObject(expired)

    const [path, token = ""] = newPassword.split("&id=")
    expect(path).toBe("/newpassword?user=customer")
    await resetPassword(nobody(), { password: "Owners#2026x", token, address })
    expect(await signIn(email, "Owners#2026x")).toMatchObject({ userId })
  })

  it("is undone once, also when the button is pressed twice at once", { tags: ["ACCT-62"] }, async () => {
    const { link, email, emailNow, owner } = await aStolenAccount()
    const other = await tokenOf("keep-email", owner)
    const { db } = wideDatabase()
    const both = [link, link, other].map((token) => undoEmailChange({ ...nobody(), db }, { token, address }))
    const ends = (await Promise.allSettled(both)).map(({ status }) => status)
    expect(ends.sort()).toEqual(["fulfilled", "rejected", "rejected"])
    expect(await emailNow()).toBe(email)
    for (const token of [link, other]) await expect(undo(token)).rejects.toMatchObject(expired)
  })

  it("is undone for seven days, and forgotten then", { tags: ["ACCT-62"] }, async () => {
    const { link, email, emailNow, userId } = await aStolenAccount()
    const rows = () => database.db.$count(emailChanges, eq(emailChanges.userId, userId))
    clock.advance({ days: 6, hours: 23 })
    await purgeOldRows(system())
    expect((await viewEmailChange(nobody(), { token: link })).state).toBe("changed")
    clock.advance({ hours: 1 })
    expect(await viewEmailChange(nobody(), { token: link })).toEqual({ state: "over" })
    await expect(undo(link)).rejects.toMatchObject(expired)
    expect(await emailNow()).not.toBe(email)
    expect(await rows()).toBe(1)
    clock.advance({ minutes: 1 })
    await purgeOldRows(system())
    expect(await rows()).toBe(0)
  })

  it("is not undone by a link of another person, nor by the one to the new address", {
    tags: ["ACCT-62"],
  }, async () => {
    const { owner, emailNow, email } = await aStolenAccount()
    const other = await aPerson()
    for (const wrong of [
      { ...owner, userId: other.userId },
      { ...owner, changeId: (await aStolenAccount()).owner.changeId },
      { userId: owner.userId, role: owner.role },
    ])
      await expect(undo(await tokenOf("keep-email", wrong))).rejects.toMatchObject(expired)
    await expect(undo(await tokenOf("change-email", owner))).rejects.toMatchObject(expired)
    expect(await emailNow()).not.toBe(email)
    expect(await other.emailNow()).toBe(other.email)
  })

  it("while the page was open is not taken for one that was only asked for", {
    tags: ["ACCT-62"],
  }, async () => {
    const { link, email, emailNow } = await aStolenAccount()
    await expect(keepOldEmail(nobody(), { token: link, address })).rejects.toMatchObject({
      code: "already_decided",
    })
    await undo(link)
    expect(await emailNow()).toBe(email)
  })
})

describe("the address before a change", () => {
  const register = (email: string, db = database.db) =>
    transaction(db, (tx) =>
      addRole({ ...nobody(), now: clock.now }, tx, {
        role: "customer",
        email,
        firstName: "Nora",
        lastName: "New",
        passwordHash: "hash",
      }),
    )

  it("is nobody else's for seven days, and is told apart from a taken one by nothing", {
    tags: ["ACCT-63"],
  }, async () => {
    const [person, other, taken] = [await aPerson(), await aPerson(), await aPerson()]
    await confirm((await person.ask()).owner)
    const answers = async (email: string) => {
      const { owner } = await other.ask(email)
      const before = sent.length
      await emailChangeLink.send(system(), owner, "link")
      return [
        await register(email).catch((error) => error),
        await createAdmin(systemCtx(database, { now: clock.now, ports: { ...ports, secondFactor } }), {
          email,
          name: "Ada",
          password: PASSWORD,
        }).catch((error) => error),
        await confirm(owner).catch((error) => error),
        sent.length - before,
      ]
    }
    expect(await answers(person.email)).toEqual(await answers(taken.email))
    expect(await answers(person.email)).toMatchObject([
      { code: "duplicate_email", field: "email" },
      { code: "duplicate_email" },
      expired,
      0,
    ])
    clock.advance({ days: 7 })
    expect(await register(person.email)).toMatchObject({ confirmed: false })
  })

  it("can be taken again by the person who had it", { tags: ["ACCT-63"] }, async () => {
    const person = await aPerson()
    await confirm((await person.ask()).owner)
    await confirm((await person.ask(person.email)).owner)
    expect(await person.emailNow()).toBe(person.email)
  })

  it("is not taken by anybody who comes while the change is being made", { tags: ["ACCT-63"] }, async () => {
    const person = await aPerson()
    const mine = (await person.ask()).owner
    const theirs = (await (await aPerson()).ask(person.email)).owner
    const [token, wanted] = [await tokenOf("change-email", mine), await tokenOf("change-email", theirs)]
    await database.db
      .insert(carts)
      .values({ customerId: person.userId, shipTo: { email: person.email } as never })
    const { db, pool } = wideDatabase()
    const holding = await pool.connect()
    await holding.query("begin")
    await holding.query("select from carts where customer_id = $1 for update", [person.userId])
    const changing = confirmEmailChange({ ...nobody(), db }, { token, address })
    await untilWaiting(database, 1)
    const registering = register(person.email, db).catch((error) => error)
    await untilWaiting(database, 2)
    const other = await confirmEmailChange(nobody(), { token: wanted, address }).catch((error) => error)
    await holding.query("rollback")
    holding.release()
    await changing
    expect([await registering, other]).toMatchObject([{ code: "duplicate_email" }, expired])
    expect(await database.db.$count(users, eq(users.email, person.email))).toBe(0)
  })
})
