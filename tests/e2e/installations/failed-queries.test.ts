import { expect, it } from "vitest"
import { useServer } from "#tests/support/server.ts"

const server = useServer()

const ask = (path: string, more: RequestInit = {}) =>
  fetch(server.url + path, { redirect: "manual", headers: { origin: server.url }, ...more })
const post = (path: string, body: BodyInit, type: string) =>
  ask(path, { method: "POST", body, headers: { origin: server.url, "content-type": type } })

it("are logged by loaders, actions and the API with their statements, and without what they were sent with", {
  tags: ["PRIV-8"],
}, async () => {
  const email = `hidden-${crypto.randomUUID()}@example.test`
  const whereTheyAre = ["39.28712", "-76.61234"]
  await server.database.pool.query("alter table users rename column email to moved_email")
  await server.database.pool.query("alter table markets rename column can_sell to moved_can_sell")
  const password = "Pushcart#2026"
  const form = new URLSearchParams({ intent: "password", email, password }).toString()
  const statuses = [
    (await post("/login", form, "application/x-www-form-urlencoded")).status,
    (await post("/api/v1/auth/login", JSON.stringify({ email, password }), "application/json")).status,
    (await ask(`/home?near=${whereTheyAre}`)).status,
  ]
  expect(statuses).toEqual([500, 500, 500])
  const told = () =>
    server
      .output()
      .split("\n")
      .filter((line) => line.includes("Failed query (42703"))
  await expect.poll(() => told().length).toBeGreaterThanOrEqual(3)
  for (const value of [email, ...whereTheyAre]) expect(server.output()).not.toContain(value)
  expect(told()).toHaveLength(3)
})
