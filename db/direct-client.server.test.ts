import { createServer } from "node:net"
import { expect, it } from "vitest"
import { useDatabase } from "#tests/support/database.ts"
import { connectDirectly, PoolerError } from "./direct-client.ts"
import { migrateDatabase } from "./migrate.ts"

const database = useDatabase()

/** Responds to every login as PgBouncer 1.24 does to a login with its own options. */
async function fakePooler() {
  const fields = "SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter in options: pushcart.direct\0\0"
  const message = Buffer.alloc(5 + fields.length)
  message.write("E")
  message.writeInt32BE(4 + fields.length, 1)
  message.write(fields, 5)
  const server = createServer((socket) => {
    socket.on("error", () => {})
    socket.once("data", () => socket.end(message))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0
  return { url: `postgres://pushcart@127.0.0.1:${port}/pushcart`, close: () => server.close() }
}

it("tells PostgreSQL from a pooler, which no migration goes through", async () => {
  const client = await connectDirectly(database.url)
  await client.end()
  const pooler = await fakePooler()
  try {
    await expect(connectDirectly(pooler.url)).rejects.toThrow(PoolerError)
    await expect(migrateDatabase(pooler.url)).rejects.toThrow("Set DATABASE_DIRECT_URL to its address.")
  } finally {
    pooler.close()
  }
})
