import { tmpdir } from "node:os"
import { expect, it, vi } from "vitest"
import type { RoomsPort } from "#core/ports/rooms.ts"
import { useDatabase } from "#tests/support/database.ts"
import { createOperations } from "./operations.ts"
import type { QueueDesk } from "./queue-desk.ts"

const database = useDatabase()

it("writes to the disk once for all that ask within three seconds", { tags: ["OPS-24"] }, async () => {
  const operations = createOperations({
    desk: {} as QueueDesk,
    rooms: {} as RoomsPort,
    database,
    probe: database.pool,
    poolMax: 1,
    dataDir: tmpdir(),
  })
  const query = vi.spyOn(database.pool, "query")
  expect(await Promise.all([operations.disk(), operations.disk()])).toEqual([true, true])
  expect(await operations.disk()).toBe(true)
  expect(query).toHaveBeenCalledOnce()
})
