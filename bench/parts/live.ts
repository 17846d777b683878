import { emit } from "#core/outbox.server.ts"
import { WAITING_ROOM } from "#core/ports/rooms.ts"
import { mintTicket } from "#party/ticket.ts"
import type { Figure, Part } from "../report/figure.ts"
import { percentile } from "../world/load.ts"
import type { World } from "../world/open-world.ts"
import { benchRooms } from "./rooms-fan-out.ts"

const OPEN_AT_ONCE = 100

/** From the commit to every subscriber's socket, and the room alone beside Bun's own broadcast. */
export async function measureLive(world: World, options: { quick: boolean }): Promise<Part> {
  const sizes = options.quick ? [1_000] : [1_000, 5_000]
  const figures: Figure[] = []
  const failures: string[] = []
  for (const sockets of sizes) {
    const { times, lost } = await commitToSocket(world, sockets, options.quick ? 10 : 30)
    const aim = sockets === 1_000 ? 50 : 150
    const base = { unit: "ms", better: "less" } as const
    figures.push({ name: `commit to ${sockets} sockets, p50`, value: percentile(times, 0.5), ...base })
    figures.push({ name: `commit to ${sockets} sockets, p99`, value: percentile(times, 0.99), ...base, aim })
    if (lost > 0) failures.push(`${lost} messages to ${sockets} sockets were lost`)
  }
  for (const { sockets, room, bare } of await benchRooms(sizes)) {
    const ceiling = (value: number) => ({ ceiling: { name: "bare broadcast", value } })
    const base = { unit: "ms", better: "less" } as const
    figures.push({
      name: `room to ${sockets} sockets, p50`,
      value: room.p50Ms,
      ...base,
      ...ceiling(bare.p50Ms),
    })
    figures.push({
      name: `room to ${sockets} sockets, p99`,
      value: room.p99Ms,
      ...base,
      ...ceiling(bare.p99Ms),
    })
  }
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
          socket.onmessage = ({ data }) => {
            if (String(data).startsWith('{"control"')) return
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
    await db.transaction(async (tx) => {
      await emit(tx, "order.statusChanged", offer)
      committedAt = performance.now()
    })
    await Promise.race([heard, Bun.sleep(10_000)])
    lost += missing
  }
  for (const socket of sockets) socket.close()
  return { times: times.sort((a, b) => a - b), lost }
}

/** An order of the seed that is offered to deliverers once more: everybody in the waiting room is told. */
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
  const visit = { ...WAITING_ROOM, userId: crypto.randomUUID(), role: "deliverer" } as const
  const { ticket } = await mintTicket(world.roomsSecret, visit)
  return `${world.partyHost.replace("http", "ws")}/parties/${visit.party}/${visit.room}?ticket=${ticket}`
}
