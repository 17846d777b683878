import { type Bare, startBare } from "../bare/start-bare.ts"
import { cpuMs, databaseCpuMs } from "../world/cpu.ts"
import { type Ask, load, warmUp } from "../world/load.ts"
import type { World } from "../world/open-world.ts"
import { countedAtOnce, scansSince, scansSoFar } from "../world/scans.ts"
import { buyers, type Way } from "./buy.ts"

const JOBS_MS = 60_000
/** CPU share below which a worker process counts as idle: it only polls its queues. */
const IDLE_SHARE = 0.1
const LOOK_MS = 250
/**
 * Orders of each buyer before anything is counted. A process lives for days, and its code is compiled only after the
 * first thousand orders (measured in turns: 5.0 ms of its CPU per order in the first thousand, 4.2 to 4.4 in each later
 * one).
 */
const WARM_UP_ORDERS = { quick: 10, whole: 40 }

/**
 * Orders and the bare program alternate, so that other load on the machine slows both. The median turn gives the cost
 * of an order, because on a shared machine a single turn may coincide with somebody else's work.
 */
const TURN_SECONDS = 4
const BARE = { seconds: 0.7, warmUp: 2_000 }

/**
 * People in a queue. With fewer, one person would place an order every second, and their earlier orders would be read
 * again and again.
 */
const IN_QUEUE = 20

export type Placed = {
  /** Milliseconds from cart to order, shortest first. */
  waits: number[]
  perSecond: number
  /** Milliseconds of CPU for each order: of web process and database in the median turn, of the others overall. */
  cpu: {
    web: number
    databaseForWeb: number
    databaseForJobs: number
    workers: number
    sandbox: number
  }
  /** Cost of one request for one indexed row, for a bare Hono handler and the database, in the same turn. */
  bare: { perSecond: number; web: number; database: number }
  failures: string[]
  /** The cost of an order in each turn, and the tables that any process read with sequential scans in the meantime. */
  notes: string[]
}

type Placing = { count: number; seconds: number; way?: Way; quick?: boolean }

/**
 * Buyers take turns placing orders for the given number of seconds. Every order is looked up in the database
 * afterwards. The jobs that they left are waited for and counted separately.
 */
export async function placeOrders(world: World, placing: Placing): Promise<Placed> {
  const bare = await startBare(world.databaseUrl)
  try {
    return await place(world, bare, placing)
  } finally {
    await bare.stop()
  }
}

async function place(world: World, bare: Bare, placing: Placing): Promise<Placed> {
  const { count, seconds, way, quick = false } = placing
  const those = await buyers(world, { count, inQueue: IN_QUEUE, ...(way ? { way } : {}) })
  await those.everyBuyer(async (buyer) => {
    for (let turn = 0; turn < WARM_UP_ORDERS[quick ? "quick" : "whole"]; turn++) await those.order(buyer)
  })
  await warmUp(rowOf(bare), BARE.warmUp, count)
  await jobsDone(world)
  const orders = await countOrders(world)
  const scans = await scansSoFar(world.database.pool)
  const before = await spentSoFar(world, bare)
  const turns: Turn[] = []
  const howMany = Math.ceil(seconds / TURN_SECONDS)
  for (let index = 0; index < howMany; index++)
    turns.push(await takeTurn(world, bare, { ...those, count, milliseconds: (1000 * seconds) / howMany }))
  const after = await spentSoFar(world, bare)
  const scanned = await scansSince(world.database.pool, scans)
  await jobsDone(world)
  const later = await spentSoFar(world, bare)
  const paid = (await countOrders(world)) - orders
  const waits = turns.flatMap((turn) => turn.waits).sort((a, b) => a - b)
  const spent = (key: keyof Spent, end = later) => (end[key] - before[key]) / waits.length
  const { perSecond, web, databaseForWeb, bare: least } = middleOf(turns)
  return {
    waits,
    perSecond,
    cpu: {
      web,
      databaseForWeb,
      databaseForJobs: spent("database") - spent("databaseForWeb", after) - spent("databaseForBare", after),
      workers: spent("workers"),
      sandbox: spent("sandbox", after),
    },
    bare: least,
    failures: paid === waits.length ? [] : [`${waits.length} checkouts were paid, ${paid} orders exist`],
    notes: [turnsNote(turns), ...scanned],
  }
}

const rowOf =
  (bare: Bare): Ask =>
  () => ({ url: `${bare.site}/row` })

type Buyers = Awaited<ReturnType<typeof buyers>>

/** Places orders for one turn, and then runs the bare program briefly. */
async function takeTurn(
  world: World,
  bare: Bare,
  { order, everyBuyer, count, milliseconds }: Buyers & { count: number; milliseconds: number },
): Promise<Turn> {
  const before = await spentSoFar(world, bare)
  const started = performance.now()
  const waits: number[] = []
  await everyBuyer(async (buyer) => {
    while (performance.now() < started + milliseconds) {
      const begun = performance.now()
      await order(buyer)
      waits.push(performance.now() - begun)
    }
  })
  const seconds = (performance.now() - started) / 1000
  const asked = await load(rowOf(bare), { connections: count, seconds: BARE.seconds })
  const after = await spentSoFar(world, bare)
  const spent = (key: keyof Spent) => after[key] - before[key]
  return {
    waits,
    perSecond: waits.length / seconds,
    web: spent("web") / waits.length,
    databaseForWeb: spent("databaseForWeb") / waits.length,
    bare: {
      perSecond: asked.requests / asked.seconds,
      web: spent("bare") / asked.requests,
      database: spent("databaseForBare") / asked.requests,
    },
  }
}

type Turn = Pick<Placed, "waits" | "perSecond" | "bare"> & { web: number; databaseForWeb: number }

const cost = ({ web, databaseForWeb }: Turn) => web + databaseForWeb

function middleOf(turns: readonly Turn[]): Turn {
  const sorted = [...turns].sort((a, b) => cost(a) - cost(b))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error("No turn was taken.")
  return middle
}

function turnsNote(turns: readonly Turn[]): string {
  const costs = turns.map((turn) => {
    const times = cost(turn) / (turn.bare.web + turn.bare.database)
    return `${cost(turn).toFixed(2)} ms (${times.toFixed(0)} ×)`
  })
  return `turn by turn, an order's CPU of web process and database, and beside a bare request: ${costs.join(", ")}`
}

type Spent = Awaited<ReturnType<typeof spentSoFar>>

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

/** Waits until the outbox is empty and the workers are idle. Emails and webhooks are measured separately. */
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
