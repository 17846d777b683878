import { and, eq } from "drizzle-orm"
import { expect, it } from "vitest"
import type { PersonContext } from "#core/context.ts"
import { passkeyRemoved } from "#core/emails/account/passkey-removed.server.tsx"
import { createAdmin } from "#core/identity/create-admin.server.ts"
import type { Role } from "#core/identity/roles.ts"
import type { EmailMessage } from "#core/ports/mail.ts"
import { auditLog, passkeys, twoFactors, verifications } from "#db/schema/index.ts"
import { passwords } from "#server/auth/passwords.ts"
import { secondFactor } from "#server/auth/second-factor.ts"
import { webAuthnPasskeys as webAuthn } from "#server/auth/webauthn-passkeys.ts"
import { ctxFor, personIn, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { lastEvent } from "#tests/support/last-event.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { addPasskey, beginPasskey } from "./add-passkey.server.ts"
import { makeChallenge, spendChallenge } from "./challenges.server.ts"
import { removePasskey, renamePasskey } from "./manage-passkeys.server.ts"
import { passkeyOptions, signInWithPasskey } from "./sign-in-with-passkey.server.ts"

const database = useDatabase()
const clock = testClock(new Date())
const ports = {
  passkeys: webAuthn,
  passwords,
  secondFactor: secondFactor({ secret: "s".repeat(32), required: true }),
}
const parts = { now: clock.now, ports }
const as = (role: Role, userId: string): PersonContext => ctxFor(database, personIn(role, userId), parts)
const nobody = () => ctxFor(database, { role: "anonymous" }, parts)
const site = { origin: "https://shop.test", host: "shop.test" }
const from = { site, address: "203.0.113.9" }

it("asks for the password before a passkey is made, and an admin for a code too", async () => {
  const { userId, password } = await aPersonWithPassword(database.db, ["customer"])
  const ctx = as("customer", userId)
  await expect(beginPasskey(ctx, { name: "Key", password: "Wrong#20266", site })).rejects.toMatchObject({
    field: "password",
  })
  const options = await beginPasskey(ctx, { name: "Key", password, site })
  expect(options).toMatchObject({
    rp: { id: "shop.test" },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  })
  const email = `admin-${crypto.randomUUID()}@example.test`
  const admin = await createAdmin(systemCtx(database, parts), { email, name: "Ann", password })
  const asked = { name: "Key", password, site }
  await expect(beginPasskey(as("admin", admin.userId), asked)).rejects.toMatchObject({ field: "code" })
  const verify = async (code: string) => code === "123456"
  const keeper = as("admin", admin.userId)
  const withCode = {
    ...keeper,
    ports: {
      ...keeper.ports,
      passkeys: webAuthn,
      passwords,
      secondFactor: { ...ports.secondFactor, verify },
    },
  }
  expect(await beginPasskey(withCode, { ...asked, code: "123456" })).toMatchObject({
    rp: { id: "shop.test" },
  })
})

it("works for one challenge, once, for five minutes, and holds no other person's", async () => {
  const challenge = async () =>
    Buffer.from(await makeChallenge(nobody(), { userId: null, name: null })).toString("base64url")
  const [used, late] = [await challenge(), await challenge()]
  expect(await spendChallenge(nobody(), used)).toEqual({ userId: null, name: null })
  expect(await spendChallenge(nobody(), used)).toBeNull()
  clock.advance({ minutes: 6 })
  expect(await spendChallenge(nobody(), late)).toBeNull()
  expect(await database.db.$count(verifications, eq(verifications.value, late))).toBe(0)
})

it("rejects answers that no passkey of ours gave, with the same sentence", async () => {
  const { userId } = await aPersonWithPassword(database.db, ["customer"])
  await database.db
    .insert(passkeys)
    .values({ userId, name: "Key", credentialId: "known", publicKey: "AA", counter: 0 })
  const answer = { id: "known", rawId: "known", type: "public-key", response: { clientDataJSON: "e30" } }
  for (const sent of [null, "text", {}, answer, { ...answer, id: "unknown" }])
    await expect(
      signInWithPasskey(nobody(), { ...from, answer: sent, role: "customer" }),
    ).rejects.toMatchObject({
      code: "wrong_credentials",
      message: "This passkey doesn't belong to an account here. Log in with your password.",
    })
  await expect(addPasskey(as("customer", userId), { answer, site })).rejects.toMatchObject({
    code: "invalid",
  })
})

it("is asked for from one address a hundred times in a quarter of an hour", async () => {
  const asked = { site, address: "203.0.113.77" }
  for (let tries = 0; tries < 100; tries += 1) await passkeyOptions(nobody(), asked)
  await expect(passkeyOptions(nobody(), asked)).rejects.toMatchObject({ code: "rate_limited" })
})

it("of somebody else is not found; an admin's removal is written down", async () => {
  const [mine, theirs] = [
    await aPersonWithPassword(database.db, ["customer"]),
    await aPersonWithPassword(database.db, ["customer"]),
  ]
  const [key] = await database.db
    .insert(passkeys)
    .values({ userId: theirs.userId, name: "Key", credentialId: "theirs", publicKey: "AA", counter: 0 })
    .returning()
  const passkeyId = key!.id
  const isNotFound = { code: "not_found" }
  const { password } = mine
  const removal = removePasskey(as("customer", mine.userId), { passkeyId, password })
  await expect(removal).rejects.toMatchObject(isNotFound)
  await expect(renamePasskey(as("customer", mine.userId), { passkeyId, name: "Mine" })).rejects.toMatchObject(
    isNotFound,
  )
  await database.db.insert(twoFactors).values({ userId: theirs.userId, secret: "kept", backupCodes: "" })
  const verify = async (code: string) => code === "123456"
  const admin = as("admin", theirs.userId)
  const ctx = {
    ...admin,
    ports: { ...admin.ports, ...ports, secondFactor: { ...ports.secondFactor, verify } },
  }
  await expect(removePasskey(ctx, { passkeyId, password })).rejects.toMatchObject({ field: "code" })
  await removePasskey(ctx, { passkeyId, password, code: "123456" })
  const audited = and(eq(auditLog.actorId, theirs.userId), eq(auditLog.action, "passkey.removed"))
  expect(await database.db.$count(auditLog, audited)).toBe(1)
})

it("is removed with the password only, and an email says which are left", { tags: ["ACCT-52"] }, async () => {
  const { userId, email, password } = await aPersonWithPassword(database.db, ["customer"])
  const ctx = as("customer", userId)
  const named = (name: string) => ({ userId, name, credentialId: name, publicKey: "AA", counter: 0 })
  const [key] = await database.db
    .insert(passkeys)
    .values([named("Old phone"), named("My laptop")])
    .returning()
  const passkeyId = key!.id
  for (let tries = 0; tries < 7; tries += 1)
    await expect(removePasskey(ctx, { passkeyId, password: "Wrong#20266" })).rejects.toMatchObject({
      field: "password",
    })
  const left = async () =>
    (await database.db.select().from(passkeys).where(eq(passkeys.userId, userId))).map(({ name }) => name)
  expect(await left()).toEqual(["Old phone", "My laptop"])
  await removePasskey(ctx, { passkeyId, password })
  expect(await left()).toEqual(["My laptop"])
  const told = await lastEvent(database.db, "passkey.removed")
  expect(told).toEqual({ userId, role: "customer", count: 1 })
  const sent: EmailMessage[] = []
  const mail = { siteUrl: "http://shop.test", send: async (message: EmailMessage) => void sent.push(message) }
  const system = systemCtx(database, { now: clock.now, ports: { mail } })
  await passkeyRemoved.send(system, told, "told")
  expect(sent).toMatchObject([{ to: email, subject: "A passkey was removed from your Pushcart account" }])
  expect(sent[0]!.text).toContain('These passkeys still work: "My laptop".')
  await expect(removePasskey(ctx, { passkeyId, password: "Wrong#20266" })).rejects.toMatchObject({
    field: "password",
  })
  await expect(removePasskey(ctx, { passkeyId, password })).rejects.toMatchObject({ code: "rate_limited" })
})
