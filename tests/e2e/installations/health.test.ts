import { expect, it } from "vitest"
import { useServer } from "#tests/support/server.ts"

const server = useServer()

it("says ok while the database answers", { tags: ["OPS-7"] }, async () => {
  const answer = await fetch(`${server.url}/api/v1/health`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ status: "ok" })
})

it("comes back after a crash with the same address and data", { tags: ["OPS-7"] }, async () => {
  await server.database.pool.query("create table kept as select 1 as one")
  await server.crash()
  await expect(fetch(`${server.url}/api/v1/health`)).rejects.toThrow()
  await server.restart()
  expect((await fetch(`${server.url}/api/v1/health`)).status).toBe(200)
  expect((await server.database.pool.query("select one from kept")).rows).toEqual([{ one: 1 }])
})

it("answers an unknown path of the API as JSON, not as a page", { tags: ["API-25"] }, async () => {
  const answer = await fetch(`${server.url}/api/v1/no-such-thing`)
  expect(answer.status).toBe(404)
  expect(answer.headers.get("content-type")).toMatch(/json/)
})
