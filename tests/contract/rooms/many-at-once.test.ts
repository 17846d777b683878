import { afterEach, beforeEach, expect, it } from "vitest"
import { bunSockets, type SocketData } from "#server/adapters/rooms/bun-sockets.ts"
import { remoteRooms } from "#server/adapters/rooms/remote-rooms.ts"
import { createRoomHost, type RoomHost } from "#server/adapters/rooms/room-host.ts"
import { json, startStandIn, status } from "#tests/support/stand-in.ts"
import { SECRET } from "./hosts.ts"
import { enter, ownRoom, type Visitor } from "./visitor.ts"

const PEOPLE = ["ada", "bob", "cy"]
const ROUNDS = 40

let host: RoomHost
let server: Bun.Server<SocketData>
/** What the server asked for, as "POST /parties". */
let calls: string[]
/** As PartyKit, which knows rooms and nothing around them. */
let knowsRoomsAlone: boolean
let visitors: Visitor[]

beforeEach(async () => {
  host = createRoomHost({ secret: SECRET })
  calls = []
  knowsRoomsAlone = false
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    websocket: bunSockets,
    fetch(request, own) {
      const { pathname } = new URL(request.url)
      if (request.method === "POST") calls.push(pathname)
      if (knowsRoomsAlone && pathname === "/parties") return new Response("no such room", { status: 404 })
      return host.fetch(request, own)
    },
  })
  const entered = await Promise.all(PEOPLE.map((id) => enter(server.url.origin, ownRoom(id))))
  visitors = entered.map(({ visitor }) => visitor)
})
afterEach(async () => {
  await Promise.all(visitors.map((visitor) => visitor.leave()))
  host.close()
  await server.stop(true)
})

const rooms = () => remoteRooms({ secret: SECRET, partyHost: server.url.origin })
const message = (room: string, id: string) =>
  ({ party: "customer", room, id, type: "changed", data: { id } }) as const
const news = Array.from({ length: ROUNDS }, (_, n) =>
  PEOPLE.map((room) => message(room, `${room}-${n}`)),
).flat()

async function hearAll() {
  for (const [index, visitor] of visitors.entries())
    for (let n = 0; n < ROUNDS; n += 1)
      expect(await visitor.next()).toMatchObject({ seq: n + 1, data: { id: `${PEOPLE[index]}-${n}` } })
}

it("reach all their rooms in order, in a few calls, and once when they are told again", {
  tags: ["LIVE-12"],
}, async () => {
  const { publish } = rooms()
  await Promise.all(news.map(publish))
  expect([...new Set(calls)]).toEqual(["/parties"])
  expect(calls.length).toBeLessThan(5)
  await Promise.all(news.map(publish))
  await hearAll()
  await Promise.all(PEOPLE.map((room) => publish(message(room, "last"))))
  for (const visitor of visitors) expect((await visitor.next()).seq).toBe(ROUNDS + 1)
})

it("reach each room by itself on a host that takes them in no other way, which is not asked again each time", {
  tags: ["LIVE-12"],
}, async () => {
  knowsRoomsAlone = true
  const { publish } = rooms()
  const [first, ...rest] = news
  await Promise.all([first, ...rest.slice(0, 2)].map((one) => publish(one!)))
  for (const one of rest.slice(2)) await publish(one)
  await Promise.all(PEOPLE.map((room) => publish(message(room, "last"))))
  expect(calls.filter((path) => path === "/parties")).toHaveLength(1)
  await hearAll()
})

it("are not held up by one that no room takes", { tags: ["LIVE-12"] }, async () => {
  const { publish } = rooms()
  const outcomes = await Promise.allSettled(
    [...news.slice(0, 3), message("no such room", "x"), ...news.slice(3)].map(publish),
  )
  expect(outcomes.flatMap(({ status: how }, index) => (how === "rejected" ? [index] : []))).toEqual([3])
  for (const [index, visitor] of visitors.entries()) {
    const heard: unknown[] = []
    while (heard.length < ROUNDS) heard.push(((await visitor.next()).data as { id: string }).id)
    expect(heard.sort()).toEqual(news.flatMap(({ room, id }) => (room === PEOPLE[index] ? [id] : [])).sort())
  }
})

it("have none of them been told by a host that says so in another way", { tags: ["LIVE-12"] }, async () => {
  for (const answer of [json({ hello: "world" }), json({ told: 1 }), status(500)]) {
    const outside = await startStandIn()
    outside.answers(answer)
    const { publish } = remoteRooms({ secret: SECRET, partyHost: outside.url })
    const outcomes = await Promise.allSettled(news.slice(0, 3).map(publish))
    expect(outcomes.map(({ status: how }) => how)).toEqual(Array(3).fill("rejected"))
    await outside.close()
  }
})

it("are refused to whoever is not the server", { tags: ["LIVE-3"] }, async () => {
  const body = JSON.stringify(news.slice(0, 1))
  const forged = await fetch(`${server.url.origin}/parties`, { method: "POST", body })
  expect(forged.status).toBe(404)
  const { publish } = remoteRooms({ secret: SECRET.replace("only", "lone"), partyHost: server.url.origin })
  await expect(Promise.all(news.slice(0, 2).map(publish))).rejects.toThrow("answered 401")
})
