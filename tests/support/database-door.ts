import { connect, createServer, type Server, type Socket } from "node:net"

export interface DatabaseDoor {
  /** The database's URL through the proxy. */
  url: string
  /** Closes every connection and rejects new ones, as if PostgreSQL had been stopped. */
  shut(): Promise<void>
  open(): Promise<void>
}

/** A TCP proxy on its own port, in front of a database that others use too. */
export async function databaseDoor(databaseUrl: string): Promise<DatabaseDoor> {
  const beyond = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let port = 0
  const door = {
    url: "",
    async shut() {
      const closed = new Promise((resolve) => server?.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async open() {
      server = createServer((socket) => {
        const inside = connect(Number(beyond.port), beyond.hostname)
        for (const [one, other] of [
          [socket, inside],
          [inside, socket],
        ] as const) {
          sockets.add(one)
          one.on("error", () => other.destroy())
          one.on("close", () => {
            sockets.delete(one)
            other.destroy()
          })
          one.pipe(other)
        }
      })
      await new Promise<void>((ready) => server?.listen(port, "127.0.0.1", ready))
      const address = server.address()
      if (address && typeof address === "object") port = address.port
    },
  }
  await door.open()
  const url = new URL(databaseUrl)
  url.hostname = "127.0.0.1"
  url.port = String(port)
  door.url = url.href
  return door
}
