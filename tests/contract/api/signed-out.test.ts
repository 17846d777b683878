import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createTestApi } from "#tests/support/api.ts"
import { type DocumentedCall, documentedCalls } from "#tests/support/api-document.ts"
import { useDatabase } from "#tests/support/database.ts"
import { fingerprints } from "./fingerprint.ts"
import { aSample, aWorld, type World } from "./world.ts"

/**
 * A person who was signed out, in whatever way, is rejected like anyone without a session, and the call has no effect.
 */
describe("a call by somebody who was signed in a moment ago", () => {
  const database = useDatabase({ zips: true, connections: 3 })
  let world: World
  let prints: ReturnType<typeof fingerprints>
  let api: ReturnType<typeof createTestApi>
  let cookie: string

  beforeAll(async () => {
    world = await aWorld(database.db)
    prints = fingerprints(database.db)
    api = createTestApi(database, { ports: world.ports })
  })

  beforeEach(async () => {
    cookie = await api.signedIn({ userId: world.people.customer, role: "customer" })
    expect((await api.call("GET", "/badges", undefined, { cookie })).status).toBe(200)
  })

  const calls = documentedCalls.filter(
    ({ method, roles }) => method !== "GET" && roles !== "anyone" && roles.join() === "customer",
  )
  const named = calls.map((call) => [`${call.method} ${call.path}`, call] as const)
  const send = (call: DocumentedCall, body?: unknown) => {
    const sample = aSample(call, world.own)
    return api.call(call.method, sample.path, body ?? sample.body, { cookie })
  }

  it("is one of the cart's, the orders' and the checkout's", { tags: ["ACCT-25"] }, () => {
    expect(calls.map(({ path }) => path)).toContain("/pay/complete")
    expect(calls.map(({ path }) => path)).toContain("/transaction/createtransaction")
  })

  it.each(named)(
    "%s: 401 once the session is gone, and nothing was done",
    { tags: ["ACCT-25"] },
    async (_name, call) => {
      await database.db.execute(sql`delete from sessions where user_id = ${world.people.customer}`)
      expect((await prints.unchanged(() => send(call))).status).toBe(401)
      expect((await prints.unchanged(() => send(call))).status, "asked again").toBe(401)
    },
  )

  it.each(named)("%s: 401 once the session is over", { tags: ["ACCT-25"] }, async (_name, call) => {
    await database.db.execute(
      sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${world.people.customer}`,
    )
    expect((await prints.unchanged(() => send(call))).status).toBe(401)
  })

  it.each(named)(
    "%s: 401 to somebody who is a customer no more",
    { tags: ["ACCT-25"] },
    async (_name, call) => {
      const before = await prints.take()
      await database.db.execute(
        sql`delete from memberships where user_id = ${world.people.customer} and role = 'customer'`,
      )
      try {
        expect((await prints.unchanged(() => send(call))).status).toBe(401)
      } finally {
        await database.db.execute(
          sql`insert into memberships (user_id, role) values (${world.people.customer}, 'customer')`,
        )
      }
      expect((await prints.take()).length).toBe(before.length)
    },
  )

  it("gets 401 once signed out, and not the errors of the request", {
    tags: ["ACCT-25"],
  }, async () => {
    await database.db.execute(sql`delete from sessions where user_id = ${world.people.customer}`)
    for (const call of calls.filter(({ body }) => body)) {
      const answer = await prints.unchanged(() => send(call, { nothing: "of it" }))
      expect([call.path, answer.status]).toEqual([call.path, 401])
    }
  })
})
