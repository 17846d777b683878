import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { endOtherSessions, endSession } from "#core/identity/end-sessions.server.ts"
import { purgeExpiredRows, purgeOldRows } from "#core/privacy/purge-old-rows.server.ts"
import { DEFAULT_RATES } from "#core/rates.ts"
import { agreeToTerms } from "#core/terms/agree-to-terms.server.ts"
import { announceTerms } from "#core/terms/announce-terms.server.ts"
import { pushSubscriptions, sessions } from "#db/schema/index.ts"
import { createSessions } from "#server/auth/sessions.ts"
import { ctxFor, systemCtx, useDatabase } from "#tests/support/database.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aDevice, aPushService } from "#tests/support/push.ts"
import { untilWaiting } from "#tests/support/until-waiting.ts"
import { listPushDevices } from "./list-push-devices.server.ts"
import { sendTestPush } from "./send-test-push.server.ts"
import { turnOffPush } from "./turn-off-push.server.ts"
import { MOST_DEVICES, turnOnPush } from "./turn-on-push.server.ts"

const database = useDatabase({ connections: 6 })
const service = aPushService()
const ports = { push: service.port }
const signing = () => createSessions({ db: database.db, secret: "s".repeat(32) })
type Actor = Awaited<ReturnType<typeof aCustomer>>["actor"]

/** A browser with its cookies, on which several people sign in and out in turn. */
function aBrowser() {
  const cookies = new Map<string, string>()
  const request = () =>
    new Request("http://localhost/", {
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    })
  const keep = (set: readonly string[]) => {
    for (const one of set) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
  }
  return {
    signIn: async (actor: Actor) => keep(await signing().open(request(), actor)),
    signOut: async () => keep(await signing().close(request())),
    token: () => signing().token(request()),
    async turnOn(actor: Actor, endpoint = `https://push.test/${crypto.randomUUID()}`, replaces?: string) {
      await turnOnPush(ctxFor(database, actor, { ports }), aSubscription(endpoint), {
        token: await signing().token(request()),
        deviceId: signing().device(request())?.id ?? null,
        userAgent: "Mozilla/5.0 (iPhone) Safari/1",
        replaces,
      })
      return endpoint
    },
  }
}

const aSubscription = (endpoint: string) => ({ endpoint, keys: { p256dh: "A", auth: "A" } })
const endpointsOf = async ({ userId }: Actor) =>
  (await database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))).map(
    ({ endpoint }) => endpoint,
  )

async function aSignedInBrowser() {
  const { actor } = await aCustomer(database.db)
  const browser = aBrowser()
  await browser.signIn(actor)
  return { actor, browser, endpoint: await browser.turnOn(actor) }
}

it("lists where a person is told, and turns one off, for nobody else", { tags: ["PUSH-6"] }, async () => {
  const { actor, browser } = await aSignedInBrowser()
  const ctx = ctxFor(database, actor, { ports })
  const [mine] = await listPushDevices(ctx, { token: await browser.token() })
  expect(mine).toMatchObject({ device: "iPhone, Safari", isPhone: true, isThis: true, isFailing: false })
  const stranger = ctxFor(database, (await aCustomer(database.db)).actor, { ports })
  const input = { deviceId: mine!.id }
  await expect(turnOffPush(stranger, input)).rejects.toMatchObject({ code: "not_found" })
  await expect(sendTestPush(stranger, input)).rejects.toMatchObject({ code: "not_found" })
  await sendTestPush(ctx, input)
  expect(service.sent.map(({ message }) => message.title)).toEqual(["It works"])
  await turnOffPush(ctx, input)
  expect(await endpointsOf(actor)).toEqual([])
})

it("takes no address that is not a push service's", { tags: ["PUSH-7"] }, async () => {
  const { actor, browser } = await aSignedInBrowser()
  await expect(browser.turnOn(actor, "https://elsewhere.test/x")).rejects.toMatchObject({ code: "invalid" })
})

it("ends with a sign-out and with a session that is ended elsewhere", { tags: ["PUSH-8"] }, async () => {
  const first = await aSignedInBrowser()
  await first.browser.signOut()
  expect(await endpointsOf(first.actor)).toEqual([])
  const { actor } = await aSignedInBrowser()
  const ctx = ctxFor(database, actor)
  const [session] = await database.db.select().from(sessions).where(eq(sessions.userId, actor.userId))
  await aDevice(database.db, actor)
  await endSession(ctx, { sessionId: session!.id })
  expect(await endpointsOf(actor)).toHaveLength(1)
  await endOtherSessions(ctx, { token: null })
  expect(await endpointsOf(actor)).toEqual([])
})

it("outlasts a session that ran out by its time, until somebody else signs in at the device", {
  tags: ["PUSH-8"],
}, async () => {
  const { actor, browser, endpoint } = await aSignedInBrowser()
  const overnight = new Date(Date.now() + 9 * 3_600_000)
  await purgeExpiredRows(systemCtx(database, { now: () => overnight }))
  expect(await database.db.$count(sessions, eq(sessions.userId, actor.userId))).toBe(0)
  expect(await endpointsOf(actor)).toEqual([endpoint])
  await browser.signIn(actor)
  const [again] = await listPushDevices(ctxFor(database, actor), { token: await browser.token() })
  expect(again).toMatchObject({ isThis: true })
  await purgeExpiredRows(systemCtx(database, { now: () => overnight }))
  await browser.signIn((await aCustomer(database.db)).actor)
  expect(await endpointsOf(actor)).toEqual([])
})

it("is taken over by whoever turns it on at the same device, and forgotten where nobody comes back", {
  tags: ["PUSH-8"],
}, async () => {
  const { actor, browser, endpoint } = await aSignedInBrowser()
  const again = await browser.turnOn(actor)
  expect(await endpointsOf(actor)).toEqual([again])
  const other = await aSignedInBrowser()
  await other.browser.turnOn(other.actor, again)
  expect(await endpointsOf(actor)).toEqual([])
  expect(endpoint).not.toBe(again)
  const { actor: gone } = await aCustomer(database.db)
  await aDevice(database.db, gone)
  const later = (days: number) => () => new Date(Date.now() + days * 86_400_000)
  await purgeOldRows(systemCtx(database, { now: later(29) }))
  expect(await endpointsOf(gone)).toHaveLength(1)
  await purgeOldRows(systemCtx(database, { now: later(31) }))
  expect(await endpointsOf(gone)).toEqual([])
})

it("gives a person at most twenty devices, however many are turned on at once, and forgets the oldest", {
  tags: ["PUSH-13"],
}, async () => {
  const { actor } = await aCustomer(database.db)
  const other = await aSignedInBrowser()
  const before = await Promise.all(Array.from({ length: MOST_DEVICES }, () => aDevice(database.db, actor)))
  const browsers = [aBrowser(), aBrowser(), aBrowser()]
  for (const browser of browsers) await browser.signIn(actor)
  // No subscription can remove a device before all of them have started.
  const holder = await database.pool.connect()
  await holder.query("begin")
  await holder.query("select from push_subscriptions where user_id = $1 for update", [actor.userId])
  const adding = Promise.all(browsers.map((browser) => browser.turnOn(actor)))
  try {
    await untilWaiting(database, browsers.length)
  } finally {
    await holder.query("commit")
    holder.release()
  }
  const added = await adding
  const left = await endpointsOf(actor)
  expect(left).toHaveLength(20)
  expect(left).toEqual(expect.arrayContaining(added))
  expect(before.filter(({ endpoint }) => left.includes(endpoint))).toHaveLength(17)
  expect(await endpointsOf(other.actor)).toEqual([other.endpoint])
})

it("follows a browser whose push service changed the address, for whoever had it alone", {
  tags: ["PUSH-8"],
}, async () => {
  const { actor, browser, endpoint } = await aSignedInBrowser()
  const next = await browser.turnOn(actor, undefined, endpoint)
  expect(await endpointsOf(actor)).toEqual([next])
  const other = aBrowser()
  const stranger = (await aCustomer(database.db)).actor
  await other.signIn(stranger)
  await expect(other.turnOn(stranger, undefined, next)).rejects.toMatchObject({ code: "not_allowed" })
  expect([await endpointsOf(actor), await endpointsOf(stranger)]).toEqual([[next], []])
})

it("waits until the person has agreed to the terms that speak of push", { tags: ["REACH-4"] }, async () => {
  const { actor } = await aCustomer(database.db)
  const browser = aBrowser()
  await browser.signIn(actor)
  const rates = { ...DEFAULT_RATES, secondTermsFrom: "2027-01-15" }
  const ctx = ctxFor(database, actor, { ports, rates })
  const turnOn = async () =>
    turnOnPush(ctx, aSubscription(`https://push.test/${crypto.randomUUID()}`), {
      token: await browser.token(),
      deviceId: null,
      userAgent: null,
    })
  await announceTerms(systemCtx(database, { rates }))
  await expect(turnOn()).rejects.toMatchObject({ code: "not_allowed" })
  await agreeToTerms(ctx)
  await turnOn()
  expect(await endpointsOf(actor)).toHaveLength(1)
})
