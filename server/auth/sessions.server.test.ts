import { eq } from "drizzle-orm"
import { expect, it, vi } from "vitest"
import { MOST_SESSIONS } from "#core/identity/end-sessions.server.ts"
import { findSession } from "#core/identity/find-session.server.ts"
import { outbox, pushSubscriptions, sessions as sessionRows } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aDevice } from "#tests/support/push.ts"
import { createSessions } from "./sessions.ts"

const database = useDatabase({ connections: 4 })
const asking = (cookie: string) => new Request("http://localhost/", { headers: { cookie } })

it("believes a signed cookie each time, none that was changed, and no session that was closed", {
  tags: ["ACCT-24"],
}, async () => {
  const sessions = createSessions({ db: database.db, secret: "s".repeat(32) })
  const other = createSessions({ db: database.db, secret: "t".repeat(32) })
  const { actor } = await aCustomer(database.db)
  const set = await sessions.open(asking(""), { userId: actor.userId, role: "customer" })
  const cookie = set.map((one) => one.split(";")[0]).join("; ")
  const token = await sessions.token(asking(cookie))
  expect(token).toBeTruthy()
  expect(await sessions.token(asking(cookie))).toBe(token)
  const changed = cookie.replace(encodeURIComponent(token!), encodeURIComponent(`${token!.slice(0, -1)}~`))
  expect(changed).not.toBe(cookie)
  for (let times = 0; times < 2; times++) {
    expect(await sessions.token(asking(changed))).toBeNull()
    expect(await other.token(asking(cookie))).toBeNull()
  }
  const anyone = ctxFor(database, { role: "anonymous" })
  expect(await findSession(anyone, { token: token! })).toMatchObject({ actor: { userId: actor.userId } })
  await sessions.close(asking(cookie))
  expect(await sessions.token(asking(cookie))).toBe(token)
  expect(await findSession(anyone, { token: token! })).toBeNull()
})

it("knows a browser again by whose sign-ins it has seen, and believes no cookie that was changed", {
  tags: ["ACCT-31"],
}, async () => {
  const sessions = createSessions({ db: database.db, secret: "s".repeat(32) })
  const other = createSessions({ db: database.db, secret: "t".repeat(32) })
  const [ada, bob] = [(await aCustomer(database.db)).actor, (await aCustomer(database.db)).actor]
  const deviceIn = (set: readonly string[]) =>
    set.find((one) => one.startsWith("known-device="))?.split(";")[0] ?? ""
  expect(sessions.device(asking(""))).toBeNull()
  const first = deviceIn(await sessions.open(asking(""), { userId: ada.userId, role: "customer" }))
  expect(sessions.device(asking(first))).toMatchObject({ userIds: [ada.userId] })
  const second = deviceIn(sessions.rememberDevice(asking(first), bob.userId))
  const { id } = sessions.device(asking(first))!
  expect(sessions.device(asking(second))).toEqual({ id, userIds: [bob.userId, ada.userId] })
  for (const changed of [
    second.replace(ada.userId, crypto.randomUUID()),
    second.slice(0, -1),
    "known-device=",
    "known-device=.",
  ])
    expect(sessions.device(asking(changed))).toBeNull()
  expect(other.device(asking(second))).toBeNull()
})

it("works a session's cookie out once, whatever else the browser sends", { tags: ["SEC-21"] }, async () => {
  const sessions = createSessions({ db: database.db, secret: "s".repeat(32) })
  const { actor } = await aCustomer(database.db)
  const set = await sessions.open(asking(""), { userId: actor.userId, role: "customer" })
  const cookie = set.find((one) => one.startsWith("pushcart="))!.split(";")[0]!
  const token = await sessions.token(asking(cookie))
  const importKey = vi.spyOn(crypto.subtle, "importKey")
  for (let other = 0; other < 20; other += 1)
    expect(await sessions.token(asking(`other=${other}; ${cookie}`))).toBe(token)
  expect(importKey).not.toHaveBeenCalled()
})

const isOf = (userId: string, payload: unknown) => (payload as { userId: string }).userId === userId

it("has the rooms close the sockets of a session that is signed out of, or replaced by another", {
  tags: ["LIVE-15"],
}, async () => {
  const sessions = createSessions({ db: database.db, secret: "s".repeat(32) })
  const { actor, userId } = await aCustomer(database.db)
  const cookieOf = (set: readonly string[]) => set.map((one) => one.split(";")[0]).join("; ")
  const open = async (cookie: string) => cookieOf(await sessions.open(asking(cookie), actor))
  const sessionOf = async (cookie: string) => {
    const token = (await sessions.token(asking(cookie)))!
    return (await findSession(ctxFor(database, { role: "anonymous" }), { token }))!.sessionId
  }
  const first = await open("")
  const firstId = await sessionOf(first)
  const second = await open(first)
  const secondId = await sessionOf(second)
  await sessions.close(asking(second))
  const told = await database.db.select().from(outbox).where(eq(outbox.event, "sessions.ended"))
  expect(told.map(({ payload }) => payload).filter((payload) => isOf(userId, payload))).toEqual(
    [firstId, secondId].map((sessionId) => ({ userId, roles: ["customer"], sessionId })),
  )
})

it("keeps the fifty newest sessions of a person, however many sign in at once, and ends the others like any", {
  tags: ["ACCT-43"],
}, async () => {
  const { db } = database
  const sessions = createSessions({ db, secret: "s".repeat(32) })
  const [{ actor, userId }, other] = [await aCustomer(db), await aCustomer(db)]
  const signIn = async (person = actor) => {
    const set = await sessions.open(asking(""), person)
    return (await sessions.token(asking(set.map((one) => one.split(";")[0]).join("; "))))!
  }
  const find = (token: string) => findSession(ctxFor(database, { role: "anonymous" }), { token })
  const count = () => db.$count(sessionRows, eq(sessionRows.userId, userId))
  const [first, stranger] = [await signIn(), await signIn(other.actor)]
  const { sessionId } = (await find(first))!
  const device = await aDevice(db, actor)
  await db.update(pushSubscriptions).set({ sessionId }).where(eq(pushSubscriptions.id, device.id))
  await Promise.all(Array.from({ length: MOST_SESSIONS + 10 }, () => signIn()))
  expect(await count()).toBe(50)
  const newest = await signIn()
  expect([await count(), await find(first)]).toEqual([50, null])
  expect(await find(newest)).toMatchObject({ actor: { userId } })
  expect(await find(stranger)).toMatchObject({ actor: { userId: other.userId } })
  expect(await db.$count(pushSubscriptions, eq(pushSubscriptions.id, device.id))).toBe(0)
  const told = await db.select().from(outbox).where(eq(outbox.event, "sessions.ended"))
  const ended = told
    .map(({ payload }) => payload as { sessionId: string })
    .filter((payload) => isOf(userId, payload))
  expect(ended).toContainEqual({ userId, roles: ["customer"], sessionId })
  expect(new Set(ended.map((one) => one.sessionId)).size).toBe(12)
})
