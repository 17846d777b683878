import { expect, it } from "vitest"
import { rawRequest } from "#tests/support/raw-request.ts"
import { useServer } from "#tests/support/server.ts"

const PROBES = ["/api/v1/live", "/api/v1/health", "/api/v1/ready"]
const server = useServer()

it("says ok, and again after a crash, with the same address and data", { tags: ["OPS-7"] }, async () => {
  const answer = await fetch(`${server.url}/api/v1/health`)
  expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }])
  await server.database.pool.query("create table kept as select 1 as one")
  await server.crash()
  await expect(fetch(`${server.url}/api/v1/health`)).rejects.toThrow()
  await server.restart()
  expect((await fetch(`${server.url}/api/v1/health`)).status).toBe(200)
  expect((await server.database.pool.query("select one from kept")).rows).toEqual([{ one: 1 }])
})

it("answers the plain check of a load balancer, without a Host, and pages too", {
  tags: ["OPS-26"],
}, async () => {
  // The first request loads the queues' packages.
  await expect.poll(async () => (await fetch(`${server.url}/api/v1/ready`)).status).toBe(200)
  for (const path of [...PROBES, "/about", "/favicon.svg"])
    expect([path, (await rawRequest(server.url, `GET ${path} HTTP/1.0`)).status]).toEqual([path, 200])
  expect((await rawRequest(server.url, "GET /home HTTP/1.1\r\nHost: [")).status).toBe(200)
})

it("answers within a second while every connection for requests waits for a lock", {
  tags: ["OPS-6", "OPS-7"],
}, async () => {
  const client = await server.database.pool.connect()
  await client.query("begin; lock table markets")
  const searches = Array.from({ length: 40 }, () => fetch(`${server.url}/home?zip=10001`))
  try {
    const waiting = "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'"
    const stuck = async () => (await server.database.pool.query(waiting)).rows[0].n
    await expect.poll(stuck, { timeout: 10_000 }).toBeGreaterThan(5)
    for (const path of PROBES) {
      const begun = performance.now()
      const answer = await fetch(server.url + path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(performance.now() - begun).toBeLessThan(1_000)
    }
  } finally {
    await client.query("rollback")
    client.release()
    await Promise.all(searches)
  }
})

it("answers an unknown path of the API as JSON, not as a page", { tags: ["API-25"] }, async () => {
  const answer = await fetch(`${server.url}/api/v1/no-such-thing`)
  expect(answer.status).toBe(404)
  expect(answer.headers.get("content-type")).toMatch(/json/)
})
