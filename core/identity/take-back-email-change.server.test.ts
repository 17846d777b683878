import { desc, eq } from "drizzle-orm"
import { describe, expect, it, onTestFinished } from "vitest"
import { sendEmailChangeNotice } from "#core/emails/send-account-email.server.ts"
import type { EmailMessage } from "#core/ports/mail.ts"
import { emailChanges, outbox, users } from "#db/schema/index.ts"
import { passwords } from "#server/auth/passwords.ts"
import { ctxFor, openTestDatabase, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { untilWaiting } from "#tests/support/until-waiting.ts"
import { confirmEmailChange } from "./confirm-email-change.server.ts"
import { cancelEmailChange, requestEmailChange } from "./request-email-change.server.ts"
import { keepOldEmail, viewEmailChange } from "./take-back-email-change.server.ts"
import { type LinkOwner, type LinkPurpose, makeLink } from "./tokens.server.ts"

const database = useDatabase({ zips: true })
const clock = testClock()
const sent: EmailMessage[] = []
const ports = {
  passwords,
  mail: { siteUrl: "http://shop.test", send: async (message: EmailMessage) => void sent.push(message) },
}
const address = "203.0.113.9"
const nobody = () => ctxFor(database, { role: "anonymous" }, { now: clock.now, ports })
const system = () => systemCtx(database, { now: clock.now, ports })
const expired = { code: "token_expired" }

/** Somebody, and what whoever knows their password can do with it. */
async function aPerson() {
  const { userId, email, password } = await aPersonWithPassword(database.db, ["customer"], clock.now)
  const ctx = ctxFor(database, { role: "customer", userId }, { now: clock.now, ports })
  const ask = async (wanted = `new-${crypto.randomUUID()}@example.test`) => {
    await requestEmailChange(ctx, { email: wanted, password })
    const [row] = await database.db
      .select({ payload: outbox.payload })
      .from(outbox)
      .where(eq(outbox.event, "email.changeRequested"))
      .orderBy(desc(outbox.id))
      .limit(1)
    return { wanted, owner: row!.payload as LinkOwner & { changeId: string } }
  }
  const emailNow = async () => {
    const [person] = await database.db.select().from(users).where(eq(users.id, userId))
    return person!.email
  }
  return { ctx, userId, email, password, ask, emailNow }
}

const tokenOf = async (purpose: LinkPurpose, owner: LinkOwner) =>
  (await makeLink(database.db, clock.now(), purpose, owner)).split("id=")[1]!

const confirm = async (owner: LinkOwner) =>
  confirmEmailChange(nobody(), { token: await tokenOf("change-email", owner), address })

/** For what happens at once: a test's own database has one connection. */
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
    await sendEmailChangeNotice(system(), owner as Required<LinkOwner>, "notice")
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
    // A job that was under way makes its link afterwards.
    for (const late of [confirmation, await tokenOf("change-email", owner)])
      await expect(confirmEmailChange(nobody(), { token: late, address })).rejects.toMatchObject(expired)
    expect(await emailNow()).toBe(email)
    expect(await viewEmailChange(nobody(), { token })).toEqual({ state: "over" })
    await expect(keepOldEmail(nobody(), { token, address })).rejects.toMatchObject(expired)
    const told = sent.length
    await sendEmailChangeNotice(system(), owner as Required<LinkOwner>, "late notice")
    expect(sent.length).toBe(told)
  })

  it("is told to the address that was the old one, however late", { tags: ["ACCT-61"] }, async () => {
    const { email, ask } = await aPerson()
    const { owner } = await ask()
    await confirm(owner)
    await sendEmailChangeNotice(system(), owner as Required<LinkOwner>, "late")
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
