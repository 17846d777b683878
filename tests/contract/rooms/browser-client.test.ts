import type { Server } from "bun"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { type JoinOptions, joinRoom, type RoomEvent, type RoomStatus } from "#party/client.ts"
import { mintTicket } from "#party/ticket.ts"
import { bunSockets, type SocketData } from "#server/adapters/rooms/bun-sockets.ts"
import { createRoomHost, type RoomHost } from "#server/adapters/rooms/room-host.ts"
import { SECRET } from "./hosts.ts"
import { ownRoom } from "./visitor.ts"

/** The page's client against real rooms; only the browser's window and document are fakes. */
const visit = ownRoom("ada")
let rooms: RoomHost
let server: Server<SocketData>
let ticketStatus = 200
let ticketLifetimeSeconds = 60
let ticketsAsked = 0
let sockets: { close(code: number): void }[] = []
let leave: (() => void)[] = []
let published = 0

beforeEach(() => {
  ticketStatus = 200
  ticketLifetimeSeconds = 60
  ticketsAsked = 0
  rooms = createRoomHost({ secret: SECRET })
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    websocket: {
      ...bunSockets,
      open(socket) {
        sockets.push(socket)
        return bunSockets.open?.(socket)
      },
    },
    async fetch(request, server) {
      if (new URL(request.url).pathname !== "/ticket") return rooms.fetch(request, server)
      ticketsAsked++
      if (ticketStatus !== 200) return new Response(null, { status: ticketStatus })
      return Response.json(await mintTicket(SECRET, visit, ticketLifetimeSeconds))
    },
  })
  vi.stubGlobal("window", new EventTarget())
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }))
})

afterEach(async () => {
  for (const close of leave) close()
  leave = []
  sockets = []
  rooms.close()
  await server.stop(true)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function join(options: Partial<JoinOptions> = {}) {
  const heard: unknown[] = []
  const statuses: RoomStatus[] = []
  let resyncs = 0
  const { close } = joinRoom({
    party: visit.party,
    room: visit.room,
    ticketUrl: `${server.url.origin}/ticket`,
    origin: server.url.origin,
    onMessage: ({ data }: RoomEvent) => heard.push(data),
    onResync: () => resyncs++,
    onStatus: (status) => statuses.push(status),
    resyncDelayMs: () => 0,
    ...options,
  })
  leave.push(close)
  return { heard, statuses, close, resyncs: () => resyncs }
}

const tell = (data: unknown) =>
  rooms.publish({ party: "customer", room: "ada", id: `m${++published}`, type: "changed", data })
const untilLive = (page: { statuses: RoomStatus[] }) =>
  vi.waitFor(() => expect(page.statuses.at(-1)).toBe("live"))
const within = (ms: number, check: () => void) => vi.waitFor(check, { timeout: ms, interval: 10 })

it("hears what is published while it is connected, and resyncs once after each reconnect", {
  tags: ["LIVE-5"],
}, async () => {
  const page = join()
  await untilLive(page)
  tell(1)
  await within(1_000, () => expect(page.heard).toEqual([1]))
  sockets.at(-1)!.close(1011)
  tell("while the line was broken")
  await within(4_000, () => expect(page.resyncs()).toBe(1))
  tell(2)
  await within(1_000, () => expect(page.heard).toEqual([1, 2]))
  expect(page.resyncs()).toBe(1)
  expect(page.statuses).toEqual(["live"])
})

it("resyncs at once if something was published between the page's rendering and the first connection", {
  tags: ["LIVE-4"],
}, async () => {
  const readAt = Date.now() - 2_000
  tell("meanwhile")
  const older = join({ readAt })
  const younger = join({ readAt: Date.now() })
  await untilLive(younger)
  await within(1_000, () => expect(older.resyncs()).toBe(1))
  tell("later")
  await within(1_000, () => expect(younger.heard).toEqual(["later"]))
  expect([older.resyncs(), younger.resyncs()]).toEqual([1, 0])
})

it("resyncs after a reconnect within five seconds, by chance", {
  tags: ["LIVE-4"],
}, async () => {
  const chance = vi.spyOn(Math, "random").mockReturnValue(0)
  const page = join({ resyncDelayMs: undefined })
  await untilLive(page)
  chance.mockReturnValue(0.02)
  sockets.at(-1)!.close(1011)
  await within(2_000, () => expect(page.resyncs()).toBe(1))
  chance.mockReturnValue(0.999)
  const timers = vi.spyOn(globalThis, "setTimeout")
  const waiting = () => timers.mock.calls.filter(([, ms]) => ms === 4_995).length
  for (const connection of [3, 4]) {
    sockets.at(-1)!.close(1011)
    await within(2_000, () => expect(sockets).toHaveLength(connection))
    await within(1_000, () => expect(waiting()).toBe(1))
  }
  expect(page.resyncs()).toBe(1)
})

it("renews an expired ticket at once, and without a word about it", { tags: ["LIVE-5"] }, async () => {
  ticketLifetimeSeconds = 2
  vi.spyOn(Math, "random").mockReturnValue(0.99) // partysocket on its own would come back after 2 s
  const page = join()
  await untilLive(page)
  await within(5_000, () => expect(page.resyncs()).toBe(2))
  expect(ticketsAsked).toBe(3)
  expect(page.statuses).toEqual(["live"])
})

it("reloads after the rooms were restarted", { tags: ["LIVE-4"] }, async () => {
  const page = join()
  await untilLive(page)
  rooms.close()
  rooms = createRoomHost({ secret: SECRET })
  await within(4_000, () => expect(page.resyncs()).toBe(1))
  tell("after")
  await within(1_000, () => expect(page.heard).toEqual(["after"]))
})

it("says that live updates are paused while the rooms are down, and live when they are back", {
  tags: ["LIVE-6"],
}, async () => {
  const page = join()
  await untilLive(page)
  ticketStatus = 503
  sockets.at(-1)!.close(1011)
  await within(5_000, () => expect(page.statuses).toEqual(["live", "paused"]))
  ticketStatus = 200
  window.dispatchEvent(new Event("online"))
  await within(1_000, () => expect(page.statuses).toEqual(["live", "paused", "live"]))
})

it("asks for no further ticket once the person is signed out", { tags: ["LIVE-5"] }, async () => {
  ticketStatus = 401
  const page = join()
  await within(1_000, () => expect(page.statuses).toEqual(["paused"]))
  window.dispatchEvent(new Event("online"))
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(ticketsAsked).toBe(1)
})

it("shows the truth within a second when a laptop opens after an hour", { tags: ["DELIV-30"] }, async () => {
  const page = join()
  await untilLive(page)
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 })
  document.dispatchEvent(new Event("visibilitychange"))
  await within(1_000, () => expect(page.resyncs()).toBeGreaterThanOrEqual(1))
  await within(1_000, () => expect(ticketsAsked).toBe(2))
  await within(1_000, () => expect(sockets).toHaveLength(2))
  tell("good morning")
  await within(1_000, () => expect(page.heard).toEqual(["good morning"]))
})

it("shows current data once the network is back, even if that is after the laptop woke up", {
  tags: ["DELIV-30"],
}, async () => {
  const page = join()
  await untilLive(page)
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 })
  ticketStatus = 503
  document.dispatchEvent(new Event("visibilitychange"))
  await within(1_000, () => expect(ticketsAsked).toBe(2))
  const tooEarly = page.resyncs()
  ticketStatus = 200
  await within(5_000, () => expect(page.resyncs()).toBe(tooEarly + 1))
})

it("connects again when the room falls silent", { tags: ["LIVE-5"] }, async () => {
  const deaf = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request, server) => (server.upgrade(request) ? undefined : new Response(null, { status: 426 })),
    websocket: { message() {} },
  })
  const page = join({ origin: deaf.url.origin, pingEveryMs: 100, pongWithinMs: 100 })
  await within(3_000, () => expect(ticketsAsked).toBeGreaterThanOrEqual(3))
  page.close()
  await deaf.stop(true)
})

it("sends no more requests once closed", { tags: ["LIVE-5"] }, async () => {
  const page = join()
  await untilLive(page)
  page.close()
  await within(1_000, () => expect(rooms.countSockets()).toBe(0))
  window.dispatchEvent(new Event("online"))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(ticketsAsked).toBe(1)
  expect(page.statuses).toEqual(["live"])
})
