import { afterAll, beforeAll, expect, it } from "vitest"
import type { QueueBackend } from "#server/adapters/queues/backend.ts"
import { postgresBackend } from "#server/adapters/queues/postgres-backend.ts"
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts"
import { type DatabaseDoor, databaseDoor } from "#tests/support/database-door.ts"

let database: TestDatabase
let door: DatabaseDoor
let backend: QueueBackend
beforeAll(async () => {
  database = await createTestDatabase({ connections: 1 })
  door = await databaseDoor(database.url)
  backend = await postgresBackend({ connectionString: door.url, workers: 1 })
})
afterAll(async () => {
  await backend.close()
  await door.shut()
  await database.close()
})

it("a queue and a worker that are opened while PostgreSQL is gone say so, and can be opened afterwards", {
  tags: ["JOB-3"],
}, async () => {
  await door.shut()
  await expect(backend.queue("letters")).rejects.toThrow()
  await expect(backend.worker("letters", async () => {}, {})).rejects.toThrow()
  await door.open()
  const done: unknown[] = []
  const queue = await backend.queue("letters")
  await queue.add("letter", { n: 1 })
  const worker = await backend.worker("letters", async ({ data }) => void done.push(data), {})
  await expect.poll(() => done).toEqual([{ n: 1 }])
  await worker.close()
  await queue.close()
})
