import { bunSockets } from "#server/platform/rooms/bun-sockets.ts"
import { redactTicket } from "#server/platform/rooms/redact-ticket.ts"
import { createRoomHost } from "#server/platform/rooms/room-host.ts"

/** The live rooms as a process of their own (`party` in docker-compose); the web server finds it by PARTY_HOST. */
const secret = process.env.ROOMS_SECRET ?? ""
if (secret.length < 32) {
  console.error("ROOMS_SECRET is missing or shorter than 32 characters: give the web server's own value.")
  process.exit(1)
}

const rooms = createRoomHost({ secret })
const server = Bun.serve({
  port: Number(process.env.PORT ?? 1999),
  hostname: process.env.HOST ?? "127.0.0.1",
  websocket: bunSockets,
  async fetch(request, server) {
    if (new URL(request.url).pathname === "/health") return Response.json({ status: "ok" })
    const answer = await rooms.fetch(request, server)
    if (answer && answer.status >= 400)
      console.warn(`${request.method} ${redactTicket(request.url)} ${answer.status}`)
    return answer
  },
})
console.log(`Rooms on ${server.url.origin}`)

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    rooms.close()
    void server.stop(true).then(() => process.exit(0))
  })
