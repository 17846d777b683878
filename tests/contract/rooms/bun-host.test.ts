import { connect } from "node:net"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { mintTicket } from "#party/ticket.ts"
import { bunSockets, type SocketData } from "#server/adapters/rooms/bun-sockets.ts"
import { embeddedRooms } from "#server/adapters/rooms/embedded-rooms.ts"
import { remoteRooms } from "#server/adapters/rooms/remote-rooms.ts"
import { createRoomHost, type RoomHost } from "#server/adapters/rooms/room-host.ts"
import { SECRET } from "./hosts.ts"
import { enter, ownRoom, roomUrl } from "./visitor.ts"

let host: RoomHost
let server: Bun.Server<SocketData>

beforeEach(() => {
  host = createRoomHost({ secret: SECRET })
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    websocket: bunSockets,
    fetch: (request, server) => host.fetch(request, server),
  })
})

afterEach(async () => {
  host.close()
  await server.stop(true)
})

it("closes a reader that does not keep up, and serves the others", { tags: ["LIVE-8"] }, async () => {
  const visit = ownRoom("ada")
  const { ticket } = await mintTicket(SECRET, visit)
  const { pathname, search } = new URL(roomUrl(server.url.origin, visit, ticket))
  const stuck = connect(Number(server.url.port), "127.0.0.1")
  stuck.pause()
  stuck.on("error", () => {})
  stuck.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n",
  )
  await vi.waitFor(() => expect(host.countSockets()).toBe(1))
  const visitor = await enter(server.url.origin, visit)
  const big = "x".repeat(60_000)
  let sent = 0
  while (host.countSockets() === 2 && sent < 1_000) {
    host.publish({ party: "customer", room: "ada", id: `b${++sent}`, type: "changed", data: big })
    expect((await visitor.next()).data).toBe(big)
  }
  expect(host.countSockets()).toBe(1)
  await visitor.leave()
  stuck.destroy()
})

it("counts all sockets of all rooms, for the server only", { tags: ["LIVE-9"] }, async () => {
  const inside = await Promise.all(["a", "b", "b"].map((id) => enter(server.url.origin, ownRoom(id))))
  expect((await fetch(`${server.url.origin}/parties`)).status).toBe(404)
  expect(await remoteRooms({ secret: SECRET, partyHost: server.url.origin }).countSockets()).toBe(3)
  expect(await embeddedRooms({ secret: SECRET, host }).countSockets()).toBe(3)
  await Promise.all(inside.map((visitor) => visitor.leave()))
  await vi.waitFor(() => expect(host.countSockets()).toBe(0))
})

it("reports to the outbox that a message did not arrive", { tags: ["LIVE-10"] }, async () => {
  const gone = remoteRooms({ secret: SECRET, partyHost: "http://127.0.0.1:1" })
  const wrongKey = remoteRooms({ secret: `${SECRET}-not`, partyHost: server.url.origin })
  const message = { party: "customer", room: "ada", id: "1", type: "changed", data: null } as const
  await expect(gone.publish(message)).rejects.toThrow()
  await expect(wrongKey.publish(message)).rejects.toThrow("customer/ada answered 401 to changed")
})

it("mints no ticket for another person's room or another role's", { tags: ["LIVE-2"] }, async () => {
  const rooms = embeddedRooms({ secret: SECRET, host })
  const customer = { userId: "ada", role: "customer", sessionId: "s1" } as const
  await expect(rooms.mintTicket({ party: "customer", room: "bob", ...customer })).rejects.toThrow(
    "may not join",
  )
  await expect(rooms.mintTicket({ party: "seller", room: "ada", ...customer })).rejects.toThrow(
    "may not join",
  )
  await expect(rooms.mintTicket({ party: "deliverer", room: "waiting", ...customer })).rejects.toThrow(
    "may not",
  )
  await expect(rooms.mintTicket({ party: "admin", room: "ops", ...customer })).rejects.toThrow("may not join")
  const courier = { userId: "cy", role: "deliverer", sessionId: "s2" } as const
  const { expiresAt } = await rooms.mintTicket({ party: "deliverer", room: "waiting", ...courier })
  expect(expiresAt - Date.now()).toBeLessThanOrEqual(5 * 60_000)
})
