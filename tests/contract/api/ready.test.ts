import { expect, it } from "vitest"
import type { Operations } from "#core/ports/operations.ts"
import { createTestApi } from "#tests/support/api.ts"
import { useDatabase } from "#tests/support/database.ts"

const database = useDatabase()

const WELL = {
  database: async () => ({ isWritable: true }),
  disk: async () => true,
  queues: async () => [],
  rooms: async () => ({ sockets: null }),
  sandbox: async () => true,
} as Partial<Operations> as Operations

const askWhere = (broken: Partial<Operations>) =>
  createTestApi(database, { ports: { operations: { ...WELL, ...broken } } }).call("GET", "/ready")

it("is ready when the database, the queues and the rooms answer", { tags: ["OPS-6"] }, async () => {
  const answer = await askWhere({})
  expect([answer.status, await answer.json()]).toEqual([200, { status: "ready" }])
})

it("answers 503 and names each part that does not", { tags: ["OPS-6"] }, async () => {
  const nothing = async () => null
  for (const [broken, failing] of [
    [{ database: nothing }, ["database"]],
    [{ database: async () => ({ isWritable: false }) }, ["writes"]],
    [{ disk: async () => false }, ["disk"]],
    [{ queues: nothing }, ["queues"]],
    [{ rooms: nothing }, ["rooms"]],
    [{ sandbox: async () => false }, ["sandbox"]],
    [{ queues: nothing, rooms: nothing }, ["queues", "rooms"]],
  ] as const) {
    const answer = await askWhere(broken)
    const body = (await answer.json()) as { problems: string[] }
    expect([answer.status, body]).toMatchObject([503, { status: "not ready", failing }])
    expect(body.problems).toHaveLength(failing.length)
  }
})

it("reports to load balancers that a process is stopping, while it still serves", {
  tags: ["OPS-6"],
}, async () => {
  const api = createTestApi(database, { ports: { operations: WELL } })
  api.runtime.state = () => "draining"
  const ready = await api.call("GET", "/ready")
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { status: "not ready", failing: ["process"] },
  ])
  const health = await api.call("GET", "/health")
  expect([health.status, await health.json()]).toEqual([
    503,
    { status: "draining", failing: ["process"], problems: ["This process was told to stop."] },
  ])
  expect((await api.call("GET", "/live")).status).toBe(200)
})
