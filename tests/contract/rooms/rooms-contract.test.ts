import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { RoomsPort } from "#core/ports/rooms.ts"
import { bunSockets, type SocketData } from "#server/adapters/rooms/bun-sockets.ts"
import { embeddedRooms } from "#server/adapters/rooms/embedded-rooms.ts"
import { remoteRooms } from "#server/adapters/rooms/remote-rooms.ts"
import { createRoomHost, type RoomHost } from "#server/adapters/rooms/room-host.ts"
import {
  type Answer,
  cut,
  garbage,
  half,
  json,
  silence,
  startFake,
  status,
} from "#tests/support/fake-service.ts"
import { SECRET } from "./hosts.ts"
import { ownRoom, roomUrl, Visitor } from "./visitor.ts"

type Running = { host: RoomHost; server: Bun.Server<SocketData> }

function startRooms(): Running {
  const host = createRoomHost({ secret: SECRET })
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    websocket: bunSockets,
    fetch: (request, server) => host.fetch(request, server),
  })
  return { host, server }
}

const IMPLEMENTATIONS: [string, (all: Running[]) => RoomsPort, processes: number][] = [
  ["in this process", ([one]) => embeddedRooms({ secret: SECRET, host: one!.host }), 1],
  ["in another process", ([one]) => remoteRooms({ secret: SECRET, partyHost: one!.server.url.origin }), 1],
  [
    "in two other processes",
    (all) => remoteRooms({ secret: SECRET, partyHost: all.map(({ server }) => server.url.origin).join(",") }),
    2,
  ],
]

describe.each(IMPLEMENTATIONS)("the rooms %s", (_name, connect, processes) => {
  let running: Running[]
  let rooms: RoomsPort
  beforeEach(() => {
    running = Array.from({ length: processes }, startRooms)
    rooms = connect(running)
  })
  afterEach(async () => {
    for (const { host, server } of running) {
      host.close()
      await server.stop(true)
    }
  })

  async function enter(userId: string): Promise<Visitor> {
    const visit = ownRoom(userId)
    const { ticket, host, room, expiresAt } = await rooms.mintTicket(visit)
    expect([room, expiresAt > Date.now()]).toEqual([userId, true])
    const visitor = new Visitor(roomUrl(host ?? running[0]!.server.url.origin, visit, ticket))
    await visitor.opened
    return visitor
  }
  const tell = (room: string, id: string) =>
    rooms.publish({ party: "customer", room, id, type: "changed", data: { what: "orders", id } })

  it("let in who has their ticket, send each room its own messages, and count the sockets", {
    tags: ["LIVE-10"],
  }, async () => {
    // Enough people that each of the processes gets some of them.
    const people = Array.from({ length: 24 }, (_, n) => `person-${n}`)
    const visitors = await Promise.all(people.map(enter))
    for (const person of people) {
      await tell(person, `${person}-1`)
      await tell(person, `${person}-2`)
    }
    for (const [n, person] of people.entries()) {
      expect(await visitors[n]!.next()).toMatchObject({ data: { what: "orders", id: `${person}-1` } })
      expect(await visitors[n]!.next()).toMatchObject({ data: { id: `${person}-2` } })
    }
    expect(await rooms.countSockets()).toBe(people.length)
    if (processes > 1) for (const { host } of running) expect(host.countSockets()).toBeGreaterThan(0)
    await Promise.all(visitors.map((visitor) => visitor.leave()))
    await vi.waitFor(async () => expect(await rooms.countSockets()).toBe(0), { timeout: 10_000 })
  })

  it("mint no ticket for a room that is not one's own", { tags: ["LIVE-2"] }, async () => {
    await expect(rooms.mintTicket({ ...ownRoom("bob"), userId: "ada" })).rejects.toThrow("may not join")
  })
})

const MESSAGE = { party: "customer", room: "ada", id: "1", type: "changed", data: null } as const
const TOLD = { sockets: 1 }
const MOODS: [string, Answer][] = [
  ["says 429", status(429)],
  ["says 500", status(500)],
  ["is a hotel's wifi", garbage],
  ["is another service", json({ hello: "world" })],
  ["stops in the middle", half(TOLD)],
  ["hangs up in the middle", cut(TOLD)],
  ["never answers", silence],
]

describe.each(MOODS)("a process of the rooms that %s", (_name, answer) => {
  it("gets a failed message again from the outbox once it is well", {
    tags: ["LIVE-10"],
  }, async () => {
    const outside = await startFake()
    outside.answers(answer, json(TOLD))
    const rooms = remoteRooms({ secret: SECRET, partyHost: outside.url, timeoutMs: 300 })
    await expect(rooms.publish(MESSAGE)).rejects.toThrow()
    await rooms.publish(MESSAGE)
    expect(outside.seen.map(({ body }) => body)).toEqual(
      Array(2).fill(JSON.stringify({ id: "1", type: "changed", data: null })),
    )
    await outside.close()
  })
})

it("is tried only once in a while while it is down, and gets its messages automatically when it is back", {
  tags: ["LIVE-10"],
}, async () => {
  const outside = await startFake()
  outside.answers(status(500))
  const rooms = remoteRooms({ secret: SECRET, partyHost: outside.url })
  for (let n = 0; n < 12; n += 1) await expect(rooms.publish(MESSAGE)).rejects.toThrow()
  expect(outside.seen.length).toBeLessThan(10)
  outside.answers(json(TOLD))
  await vi.waitFor(() => rooms.publish(MESSAGE), { timeout: 10_000, interval: 50 })
  await outside.close()
})
