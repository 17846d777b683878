import pTimeout from "p-timeout"
import { emit } from "../../core/outbox/emit.server.ts"
import { WAITING_ROOM } from "../../core/ports/rooms.ts"
import { transaction } from "../../db/transaction.ts"
import { mintTicket } from "../../party/ticket.ts"
import type { Figure, Part } from "../report/figure.ts"
import { percentile } from "../world/load.ts"
import type { World } from "../world/open-world.ts"
import { benchRooms } from "./rooms-fan-out.ts"
import { restartRooms } from "./rooms-restart.ts"

const OPEN_AT_ONCE = 100
const PAGES_AT_RESTART = 1_000

/**
 * Measures the time from the commit to every subscriber's socket, the room alone compared with Bun's own broadcast, and
 * a restart of the rooms.
 */
export async function measureLive(world: World, options: { quick: boolean }): Promise<Part> {
  const sizes = options.quick ? [1_000] : [1_000, 5_000]
  const figures: Figure[] = []
  const failures: string[] = []
  for (const sockets of sizes) {
    const { times, lost } = await commitToSocket(world, sockets, options.quick ? 10 : 30)
    const [fanOut] = await benchRooms([sockets])
    if (!fanOut) throw new Error("The rooms were not measured.")
    const { room, bare } = fanOut
    const figure = (name: string, value: number, least: number) => ({
      name,
      value,
      unit: "ms" as const,
      better: "less" as const,
      ceiling: { name: "bare broadcast", value: least },
    })
    const aim = sockets === 1_000 ? 50 : 150
    figures.push(
      figure(`commit to ${sockets} screens, p50`, percentile(times, 0.5), bare.p50Ms),
      { ...figure(`commit to ${sockets} screens, p99`, percentile(times, 0.99), bare.p99Ms), aim },
      figure(`room to ${sockets} sockets, p50`, room.p50Ms, bare.p50Ms),
      figure(`room to ${sockets} sockets, p99`, room.p99Ms, bare.p99Ms),
      {
        name: `messages to ${sockets} screens that were lost`,
        value: lost,
        unit: "",
        better: "less",
        aim: 0,
      },
    )
    if (lost > 0) failures.push(`${lost} messages to ${sockets} sockets were lost`)
  }
  figures.push(...(await restartRooms(PAGES_AT_RESTART)))
  return { part: "live", figures, failures }
}

async function commitToSocket(world: World, size: number, rounds: number) {
  const times: number[] = []
  let committedAt = 0
  let missing = 0
  let allHeard = () => {}
  const sockets: WebSocket[] = []
  while (sockets.length < size)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(OPEN_AT_ONCE, size - sockets.length) }, async () => {
          const socket = new WebSocket(await roomUrl(world))
          await new Promise((resolve, reject) => {
            socket.onopen = resolve
            socket.onerror = reject
          })
          socket.onmessage = () => {
            times.push(performance.now() - committedAt)
            if (--missing === 0) allHeard()
          }
          return socket
        }),
      )),
    )
  let lost = 0
  const offer = await anOrder(world)
  for (let round = 0; round < rounds; round++) {
    missing = size
    const heard = new Promise<void>((resolve) => {
      allHeard = resolve
    })
    const { db } = world.database
    await transaction(db, async (tx) => {
      await emit(tx, "order.statusChanged", offer)
      committedAt = performance.now()
    })
    await pTimeout(heard, { milliseconds: 10_000, message: false })
    lost += missing
  }
  for (const socket of sockets) socket.close()
  return { times: times.sort((a, b) => a - b), lost }
}

/** An order of the seed that is offered to couriers again, so that everybody in the waiting room is notified. */
async function anOrder({ database }: World) {
  const { rows } = await database.pool.query<{ orderId: string; customerId: string; sellerId: string }>(
    `select o.id "orderId", o.customer_id "customerId", m.user_id "sellerId"
     from orders o join markets m on m.id = o.market_id limit 1`,
  )
  const [order] = rows
  if (!order) throw new Error("The seed has no orders.")
  return { ...order, status: "waiting", carriage: "platform" as const }
}

async function roomUrl(world: World): Promise<string> {
  const [userId, sessionId] = [crypto.randomUUID(), crypto.randomUUID()]
  const visit = { ...WAITING_ROOM, userId, sessionId, role: "deliverer" } as const
  const { ticket } = await mintTicket(world.roomsSecret, visit)
  return `${world.partyHost.replace("http", "ws")}/parties/${visit.party}/${visit.room}?ticket=${ticket}`
}
