import { afterEach, expect, it, vi } from "vitest"
import { joinRoom } from "#party/client.ts"
import { mintTicket } from "#party/ticket.ts"
import { remoteRooms } from "#server/adapters/rooms/remote-rooms.ts"
import { OWN_PROCESS, SECRET } from "./hosts.ts"

const PEOPLE = 1_000
const WAITING = { party: "deliverer", room: "waiting" } as const

afterEach(() => void vi.unstubAllGlobals())

it("reconnects a thousand sockets after the room process was killed, and none misses what mattered", {
  timeout: 60_000,
  tags: ["LIVE-7"],
}, async () => {
  vi.stubGlobal("window", new EventTarget())
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }))
  const host = await OWN_PROCESS.start()
  const rooms = remoteRooms({ secret: SECRET, partyHost: host.origin })
  let people = 0
  const tickets = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async () =>
      Response.json(
        await mintTicket(SECRET, {
          ...WAITING,
          userId: `d${++people}`,
          role: "deliverer",
          sessionId: `s${people}`,
        }),
      ),
  })
  const knows = Array.from({ length: PEOPLE }, () => new Set<string>())
  // Does what pages do: applies each message in order, and reads everything again on a resync.
  let truth: string[] = []
  const pages = knows.map((known) =>
    joinRoom({
      ...WAITING,
      ticketUrl: tickets.url.origin,
      origin: host.origin,
      resyncDelayMs: () => Math.random() * 500,
      onMessage: ({ data }) => known.add(String(data)),
      onResync: () => {
        for (const fact of truth) known.add(fact)
      },
    }),
  )
  const tell = async (fact: string) => {
    truth = [...truth, fact]
    await rooms.publish({ ...WAITING, id: fact, type: "changed", data: fact })
  }
  const everyoneKnows = (fact: string) =>
    vi.waitFor(() => expect(knows.filter((known) => !known.has(fact))).toHaveLength(0), { timeout: 20_000 })

  await vi.waitFor(async () => expect(await rooms.countSockets()).toBe(PEOPLE), { timeout: 20_000 })
  await tell("before the crash")
  await everyoneKnows("before the crash")
  truth = [...truth, "while the rooms were down"]
  await host.restart()
  await tell("after the crash")
  await everyoneKnows("while the rooms were down")
  await everyoneKnows("after the crash")
  await vi.waitFor(async () => expect(await rooms.countSockets()).toBe(PEOPLE), { timeout: 20_000 })
  for (const page of pages) page.close()
  await Promise.all([host.stop(), tickets.stop(true)])
})
