import { type Bare, startBare } from "../bare/start-bare.ts"
import { cpuMs, databaseCpuMs } from "../world/cpu.ts"
import { type Ask, load, warmUp } from "../world/load.ts"
import type { World } from "../world/open-world.ts"
import { countedAtOnce, scansSince, scansSoFar } from "../world/scans.ts"
import { buyers, type Way } from "./buy.ts"

const JOBS_MS = 60_000
/** A worker process that does nothing looks at its queues, and no more. */
const IDLE_SHARE = 0.1
const LOOK_MS = 250
/**
 * Of each buyer, before anything is counted: a process lives for days, and after the first thousand orders its code is
 * compiled (in turns: 5.0 ms of its CPU an order in the first thousand, 4.2 to 4.4 in each one after).
 */
const WARM_UP_ORDERS = { quick: 10, whole: 40 }

/** Orders and the bare program take turns, so that whatever else the machine does slows both. */
const TURN_SECONDS = 5
const BARE = { seconds: 0.7, warmUp: 2_000 }

/** Behind each other: nobody places an order a second, and what one person leaves behind would be read again and again. */
const IN_QUEUE = 20

export type Placed = {
  /** Milliseconds from cart to order, shortest first. */
  waits: number[]
  perSecond: number
  /** Milliseconds of CPU for each order. */
  cpu: {
    web: number
    databaseForWeb: number
    databaseForJobs: number
    workers: number
    sandbox: number
  }
  /** What one request for one indexed row costs a bare Hono handler and the database, in the same minute. */
  bare: { perSecond: number; web: number; database: number }
  failures: string[]
  /** Tables that were read from end to end meanwhile, by whoever. */
  scans: string[]
}

type Placing = { count: number; seconds: number; way?: Way; quick?: boolean }

/**
 * Buyers place one order after the other for so many seconds. Every order is looked up in the database afterwards,
 * and the jobs that it left are waited for, and counted apart.
 */
export async function placeOrders(world: World, placing: Placing): Promise<Placed> {
  const bare = await startBare(world.databaseUrl)
  try {
    return await place(world, bare, placing)
  } finally {
    await bare.stop()
  }
}

async function place(
  world: World,
  bare: Bare,
  { count, seconds, way, quick = false }: Placing,
): Promise<Placed> {
  const { order, everyBuyer } = await buyers(world, { count, inQueue: IN_QUEUE, ...(way ? { way } : {}) })
  const row: Ask = () => ({ url: `${bare.site}/row` })
  await everyBuyer(async (buyer) => {
    for (let turn = 0; turn < WARM_UP_ORDERS[quick ? "quick" : "whole"]; turn++) await order(buyer)
  })
  await warmUp(row, BARE.warmUp, count)
  await jobsDone(world)
  const orders = await countOrders(world)
  const scans = await scansSoFar(world.database.pool)
  const before = await spentSoFar(world, bare)
  const waits: number[] = []
  const ordering = { seconds: 0 }
  const asking = { seconds: 0, requests: 0 }
  const turns = Math.ceil(seconds / TURN_SECONDS)
  for (let turn = 0; turn < turns; turn++) {
    const started = performance.now()
    const until = started + (1000 * seconds) / turns
    await everyBuyer(async (buyer) => {
      while (performance.now() < until) {
        const begun = performance.now()
        await order(buyer)
        waits.push(performance.now() - begun)
      }
    })
    ordering.seconds += (performance.now() - started) / 1000
    const asked = await load(row, { connections: count, seconds: BARE.seconds })
    asking.seconds += asked.seconds
    asking.requests += asked.requests
  }
  const after = await spentSoFar(world, bare)
  const scanned = await scansSince(world.database.pool, scans)
  await jobsDone(world)
  const later = await spentSoFar(world, bare)
  const paid = (await countOrders(world)) - orders
  const spent = (key: keyof typeof before, end = after) => end[key] - before[key]
  const each = (key: keyof typeof before, end = after) => spent(key, end) / waits.length
  const databaseForWeb = each("databaseForWeb")
  return {
    waits: waits.sort((a, b) => a - b),
    perSecond: waits.length / ordering.seconds,
    cpu: {
      web: each("web"),
      databaseForWeb,
      databaseForJobs: each("database", later) - databaseForWeb - each("databaseForBare"),
      workers: each("workers", later),
      sandbox: each("sandbox"),
    },
    bare: {
      perSecond: asking.requests / asking.seconds,
      web: spent("bare") / asking.requests,
      database: spent("databaseForBare") / asking.requests,
    },
    failures: paid === waits.length ? [] : [`${waits.length} checkouts were paid, ${paid} orders exist`],
    scans: scanned,
  }
}

async function spentSoFar({ database, pids, sandbox }: World, bare: Bare) {
  const { web, bare: databaseForBare, all } = await databaseCpuMs(database.pool, pids.postgres)
  return {
    databaseForWeb: web,
    databaseForBare,
    bare: cpuMs([bare.pid]),
    web: cpuMs([pids.web]),
    workers: cpuMs([pids.workers]),
    database: all,
    sandbox: cpuMs([sandbox.pid]),
  }
}

/** Reads the whole table. */
export async function countOrders({ database }: World): Promise<number> {
  const [row] = await countedAtOnce<{ count: string }>(database.pool, "select count(*) from orders")
  return Number(row?.count)
}

/** Until the outbox is empty and the workers rest: mails and webhooks are work of their own. */
export async function jobsDone({ database, pids }: World): Promise<void> {
  const open = async () => {
    const { rows } = await database.pool.query<{ open: string }>(
      "select count(*) open from outbox where queued_at is null or published_at is null",
    )
    return Number(rows[0]?.open)
  }
  const deadline = performance.now() + JOBS_MS
  for (let quiet = 0; quiet < 4 && performance.now() < deadline; ) {
    const before = cpuMs([pids.workers])
    await Bun.sleep(LOOK_MS)
    const rests = !(cpuMs([pids.workers]) - before > IDLE_SHARE * LOOK_MS)
    quiet = rests && (await open()) === 0 ? quiet + 1 : 0
  }
}
