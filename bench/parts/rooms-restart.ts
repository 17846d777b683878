import { WAITING_ROOM } from "../../core/ports/rooms.ts"
import { joinRoom } from "../../party/client.ts"
import { remoteRooms } from "../../server/adapters/rooms/remote-rooms.ts"
import type { Figure } from "../report/figure.ts"
import { percentile } from "../world/load.ts"
import { newTicket, SECRET, startRooms } from "./rooms-process.ts"

const PATIENCE_MS = 60_000

/**
 * Kills the rooms process under `pages` open pages, each with the client that browsers run, and starts it again.
 * Measures how many reconnected, how long that took, and how their revalidations spread over time.
 */
export async function restartRooms(pages: number): Promise<Figure[]> {
  browserLike()
  let rooms = await startRooms()
  const port = new URL(rooms.origin).port
  const server = remoteRooms({ secret: SECRET, partyHost: rooms.origin })
  const tickets = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async () => Response.json(await newTicket()),
  })
  const resyncs: number[] = []
  const open = Array.from({ length: pages }, () =>
    joinRoom({
      ...WAITING_ROOM,
      ticketUrl: tickets.url.origin,
      origin: rooms.origin,
      onMessage() {},
      onResync: () => void resyncs.push(performance.now()),
    }),
  )
  try {
    await until(async () => (await server.countSockets()) === pages)
    await rooms.kill()
    rooms = await startRooms(port)
    const upAt = performance.now()
    await until(async () => (await server.countSockets()) === pages)
    const backMs = performance.now() - upAt
    await until(() => resyncs.length >= pages)
    return figuresOf(
      resyncs.map((at) => at - upAt).sort((a, b) => a - b),
      backMs,
      await server.countSockets(),
    )
  } finally {
    for (const page of open) page.close()
    for (const name of ["window", "document"]) Reflect.deleteProperty(globalThis, name)
    await Promise.all([rooms.kill(), tickets.stop(true)])
  }
}

function figuresOf(resyncs: readonly number[], backMs: number, back = 0): Figure[] {
  const pages = resyncs.length
  const busiest = Math.max(
    ...resyncs.map((from) => resyncs.filter((at) => at >= from && at < from + 1_000).length),
  )
  const figure = (name: string, value: number, unit: Figure["unit"]): Figure => ({
    name,
    value,
    unit,
    better: "less",
  })
  return [
    { ...figure(`pages of ${pages} back after a restart of the rooms`, back, ""), better: "more" },
    figure(`until all ${pages} were connected`, backMs, "ms"),
    figure("revalidation after the restart, p50", percentile([...resyncs], 0.5), "ms"),
    figure("revalidation after the restart, last", resyncs.at(-1) ?? Number.NaN, "ms"),
    figure("revalidations in the busiest second, share of all", busiest / pages, ""),
  ]
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error("The pages did not come back to the rooms.")
    await Bun.sleep(20)
  }
}

/** The few browser globals that the client uses. */
function browserLike(): void {
  Object.assign(globalThis, {
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
  })
}
