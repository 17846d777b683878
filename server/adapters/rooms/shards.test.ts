import { expect, it } from "vitest"
import type { RoomAddress } from "#core/ports/rooms.ts"
import { remoteRooms } from "./remote-rooms.ts"
import { roomShards, shardOf } from "./shards.ts"

const rooms = Array.from(
  { length: 3_000 },
  (_, n): RoomAddress => ({ party: n % 2 ? "customer" : "seller", room: `person-${n}` }),
)
const two = roomShards({ PARTY_HOST: "http://party-1:1999, http://party-2:1999" })
const three = [...two, ...roomShards({ PARTY_HOST: "http://party-3:1999" })]

it("gives every room one process, each its fair share, whatever order they are listed in", {
  tags: ["LIVE-11"],
}, () => {
  const onFirst = rooms.filter((room) => shardOf(two, room) === two[0]).length
  expect(onFirst).toBeGreaterThan(1_300)
  expect(onFirst).toBeLessThan(1_700)
  for (const room of rooms) expect(shardOf([...two].reverse(), room)).toBe(shardOf(two, room))
})

it("moves no room to another old process when a new one comes", { tags: ["LIVE-11"] }, () => {
  const moved = rooms.filter((room) => shardOf(three, room) !== shardOf(two, room))
  expect(moved.length).toBeGreaterThan(800)
  expect(moved.length).toBeLessThan(1_200)
  for (const room of moved) expect(shardOf(three, room)).toBe(three[2])
})

it("sends a browser to the public name of the process that the server tells", {
  tags: ["LIVE-11"],
}, async () => {
  const partyHost = "http://party-1:1999,http://party-2:1999"
  const publicHost = "https://one.pushcart.example,https://two.pushcart.example"
  const port = remoteRooms({ secret: "s".repeat(32), partyHost, publicHost })
  const shards = roomShards({ PARTY_HOST: partyHost, PARTY_PUBLIC_HOST: publicHost })
  for (const userId of ["ada", "bob", "cy", "dee"]) {
    const own = { party: "customer", room: userId } as const
    const { host } = await port.mintTicket({ ...own, userId, role: "customer", sessionId: "s1" })
    expect(host).toBe(shardOf(shards, own).outside)
    expect(host?.includes("one")).toBe(shardOf(shards, own).inside.includes("party-1"))
  }
})
