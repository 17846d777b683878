import { describe, expect, it } from "vitest"
import { customers, memberships } from "#db/schema/index.ts"
import { createTestApi } from "#tests/support/api.ts"
import { useDatabase } from "#tests/support/database.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"

/** Public calls. Every other call must respond with 401 without a session and with 403 to another role. */
const PUBLIC = [
  "GET /live",
  "GET /health",
  "GET /ready",
  "GET /openapi.json",
  "GET /docs",
  "GET /docs/:file",
  "POST /auth/login",
  "POST /auth/logout",
  "POST /auth/register",
  "PUT /auth/updatePassword",
  "PUT /auth/updatePassword/",
  "POST /seller/LoginSeller",
  "POST /seller/LogoutSeller",
  "POST /seller/RegisterSeller",
  "PUT /seller/updatePassword",
  "PUT /seller/updatePassword/",
  "POST /pushcartexpress/login",
  "POST /pushcartexpress/logout",
  "POST /pushcartexpress/createpushcartexpress",
  "GET /market/allmarkets",
  "POST /admin/loginAdmin",
  "GET /admin/logoutAdmin",
  "POST /admin/logoutAdmin",
  "GET /email/forgotPasswordCustomer/:email",
  "GET /email/forgotPasswordSeller/:email",
  "GET /email/emailConfirmedCustomer/:token",
  "GET /email/emailConfirmedSeller/:token",
  "GET /email/emailConfirmedDeliverer/:token",
]

describe("the guards of /api/v1", () => {
  const database = useDatabase()

  function guardedCalls() {
    const { app } = createTestApi(database)
    const calls = app.routes
      .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/v1"))
      .map(({ method, path }) => `${method} ${path.slice("/api/v1".length)}`)
    expect(calls.length).toBeGreaterThan(20)
    return [...new Set(calls)].filter((call) => !PUBLIC.includes(call))
  }

  async function statusOf(call: string, headers: Record<string, string> = {}) {
    const [method = "", path = ""] = call.split(" ")
    const concrete = path.replace(/:[^/]+/g, crypto.randomUUID())
    const body = method === "GET" ? undefined : {}
    return (await createTestApi(database).call(method, concrete, body, headers)).status
  }

  it("returns 401 without a session on every call that is not public on purpose", {
    tags: ["API-4"],
  }, async () => {
    const open: string[] = []
    for (const call of guardedCalls()) if ((await statusOf(call)) !== 401) open.push(call)
    expect(open).toEqual([])
  })

  it("knows every public call: the list names nothing that is not there", { tags: ["API-4"] }, () => {
    const { app } = createTestApi(database)
    const there = app.routes.map(({ method, path }) => `${method} ${path.slice("/api/v1".length)}`)
    expect(PUBLIC.filter((call) => !there.includes(call))).toEqual([])
  })

  it("lets a session of one role make no call of another's, even for someone who holds both", {
    tags: ["GUARD-3", "API-4"],
  }, async () => {
    const { userId } = await aMarket(database.db)
    const { signedIn } = createTestApi(database)
    await database.db.insert(memberships).values({ userId, role: "customer" })
    await database.db.insert(customers).values({ userId, firstName: "Sam", lastName: "Seller" })
    const asSeller = await signedIn({ userId, role: "seller" })
    expect(await statusOf("GET /auth/customerInfo", { cookie: asSeller })).toBe(403)
    const cookie = await signedIn({ userId, role: "customer" })
    expect(await statusOf("GET /auth/customerInfo", { cookie })).toBe(200)
    for (const call of guardedCalls().filter((name) => /\/(seller|admin|pushcartexpress)\//i.test(name)))
      expect([call, await statusOf(call, { cookie })]).toEqual([call, 403])
  })

  it("gives a ticket for one's own room, and for no other", { tags: ["LIVE-2"] }, async () => {
    const { userId } = await aCustomer(database.db)
    const api = createTestApi(database)
    const { signedIn } = api
    const cookie = await signedIn({ userId, role: "customer" })
    const own = await api.call("GET", `/rooms/ticket?party=customer&room=${userId}`, undefined, { cookie })
    expect(own.status).toBe(200)
    expect(await own.json()).toMatchObject({ ticket: expect.any(String), expiresAt: expect.any(Number) })
    const stranger = `/rooms/ticket?party=customer&room=${crypto.randomUUID()}`
    expect((await api.call("GET", stranger, undefined, { cookie })).status).toBe(403)
    expect((await api.call("GET", "/rooms/ticket?party=admin&room=ops", undefined, { cookie })).status).toBe(
      403,
    )
  })

  it("names one's own room in the ticket when none is asked for", { tags: ["LIVE-2"] }, async () => {
    const { userId } = await aCustomer(database.db)
    const api = createTestApi(database)
    const { signedIn } = api
    const cookie = await signedIn({ userId, role: "customer" })
    const answer = await api.call("GET", "/rooms/ticket?party=customer", undefined, { cookie })
    expect(await answer.json()).toMatchObject({ room: userId })
  })

  it("sends waiting deliveries only to deliverers who may take one", { tags: ["DELIV-7"] }, async () => {
    const api = createTestApi(database)
    const { signedIn } = api
    const ask = async (facts: Parameters<typeof aCourier>[1]) => {
      const { actor } = await aCourier(database.db, facts)
      const cookie = await signedIn(actor)
      return (await api.call("GET", "/rooms/ticket?party=deliverer&room=waiting", undefined, { cookie }))
        .status
    }
    expect(await ask({})).toBe(200)
    expect(await ask({ approval: "waiting" })).toBe(403)
    expect(await ask({ approval: "denied" })).toBe(403)
    expect(await ask({ onboarded: null })).toBe(403)
    expect(await ask({ onboarded: false })).toBe(403)
  })
})
