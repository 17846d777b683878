import { WAITING_ROOM } from "../../core/ports/rooms.ts"
import { remoteRooms } from "../../server/adapters/rooms/remote-rooms.ts"
import { newTicket, SECRET, startProcess, startRooms } from "./rooms-process.ts"

const WARM_UP = 5
const ROUNDS = 40
const CONNECT_AT_ONCE = 100
export const DATA = { what: "deliveries", id: "00000000-0000-4000-8000-000000000000" }

type FanOut = {
  sockets: number
  room: { p50Ms: number; p99Ms: number }
  bare: { p50Ms: number; p99Ms: number }
  ratio: { p50: number; p99: number }
}

/**
 * Fan-out of one message to a room of many sockets: milliseconds from the publisher's call to each socket's message, as
 * percentiles over all sockets and rounds, compared with a bare Bun broadcast of the same bytes. Both servers are
 * separate processes and alternate round by round, so that a busy machine slows both.
 */
export async function benchRooms(sizes: readonly number[]): Promise<FanOut[]> {
  const results: FanOut[] = []
  for (const sockets of sizes) results.push(await measure(sockets))
  return results
}

async function measure(sockets: number): Promise<FanOut> {
  const roomServer = await startRooms()
  const bareServer = await startProcess("bench/bare/broadcast.ts")
  try {
    const rooms = remoteRooms({ secret: SECRET, partyHost: roomServer.origin })
    const room = await audience(sockets, () => roomUrl(roomServer.origin))
    const bare = await audience(sockets, async () => bareServer.origin.replace("http", "ws"))
    const frame = JSON.stringify({ type: "changed", data: DATA })
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const keep = round >= 0
      const id = String(round)
      await room.hear(keep, () => rooms.publish({ ...WAITING_ROOM, id, type: "changed", data: DATA }))
      await bare.hear(keep, () => fetch(bareServer.origin, { method: "POST", body: frame }))
    }
    const [roomTimes, bareTimes] = [percentiles(room.times), percentiles(bare.times)]
    const ratio = { p50: roomTimes.p50Ms / bareTimes.p50Ms, p99: roomTimes.p99Ms / bareTimes.p99Ms }
    return { sockets, room: roomTimes, bare: bareTimes, ratio }
  } finally {
    await Promise.all([roomServer.kill(), bareServer.kill()])
  }
}

export async function audience(size: number, address: () => Promise<string>) {
  const times: number[] = []
  let startedAt = 0
  let keeping = false
  let missing = 0
  let allHeard = () => {}
  const heard = () => {
    if (keeping) times.push(performance.now() - startedAt)
    if (--missing === 0) allHeard()
  }
  for (let open = 0; open < size; open += CONNECT_AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(CONNECT_AT_ONCE, size - open) }, async () => {
        const socket = new WebSocket(await address())
        await new Promise((resolve, reject) => {
          socket.onopen = resolve
          socket.onerror = reject
        })
        socket.onmessage = heard
      }),
    )
  return {
    times,
    async hear(keep: boolean, publish: () => Promise<unknown>) {
      keeping = keep
      missing = size
      const done = new Promise<void>((resolve) => {
        allHeard = resolve
      })
      startedAt = performance.now()
      await Promise.all([publish(), done])
    },
  }
}

export async function roomUrl(origin: string): Promise<string> {
  const { party, room } = WAITING_ROOM
  const { ticket } = await newTicket()
  return `${origin.replace("http", "ws")}/parties/${party}/${room}?ticket=${ticket}`
}

function percentiles(times: number[]): { p50Ms: number; p99Ms: number } {
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}
