import { hasRedis, startRedis } from "../../tests/support/private-redis.ts"
import { ONE_ROW } from "../bare/start-bare.ts"
import type { Figure, Part } from "../report/figure.ts"
import { percentile } from "../world/load.ts"
import type { World } from "../world/open-world.ts"
import { buyers } from "./buy.ts"
import { countOrders, type Placed, placeOrders } from "./place-orders.ts"

const BUYERS = 32
/** Five times the default size of the web process's connection pool (DATABASE_POOL_MAX). */
const CROWD = 100
const SECONDS = { quick: 4, whole: 20, onRedis: 12 }
const ms = { unit: "ms", better: "less" } as const

/**
 * Measures orders as browsers place them, with jobs on either queue, and more orders at the same time than there are
 * connections.
 */
export async function measureCheckout(world: World, options: { quick: boolean }): Promise<Part> {
  const seconds = SECONDS[options.quick ? "quick" : "whole"]
  const placed = await placeOrders(world, { count: BUYERS, seconds, quick: options.quick })
  const crowd = await throughTheDoor(world)
  const figures = [...orderFigures(placed), ...crowd.figures]
  const failures = [...placed.failures, ...crowd.failures]
  const { notes } = placed
  if (!hasRedis) return { part: "checkout", figures, failures, notes: [...notes, "Redis is not installed."] }
  if (options.quick) return { part: "checkout", figures, failures, notes }
  const redis = await startRedis()
  try {
    await world.restart({ REDIS_URL: redis.url })
    const onRedis = await placeOrders(world, { count: BUYERS, seconds: SECONDS.onRedis })
    await world.restart({})
    const name = (figure: Figure) => ({ ...figure, name: `jobs on Redis: ${figure.name}` })
    figures.push(...orderFigures(onRedis).map(name))
    return {
      part: "checkout",
      figures,
      failures: [...failures, ...onRedis.failures],
      notes: [...notes, ...onRedis.notes.map((note) => `jobs on Redis: ${note}`)],
    }
  } finally {
    await redis.close()
  }
}

/** The cost of an order, for every way in which orders are placed. */
export function orderFigures({ waits, perSecond, cpu, bare }: Placed): Figure[] {
  const ceiling = (value: number) => ({ ceiling: { name: ONE_ROW, value } })
  return [
    {
      name: `paid orders at ${BUYERS} buyers`,
      value: perSecond,
      unit: "/s",
      better: "more",
      ...ceiling(bare.perSecond),
      others: "Vendure 3 6.4/s, Medusa 2 0.9/s",
    },
    {
      name: "CPU of web process and database for each",
      value: cpu.web + cpu.databaseForWeb,
      ...ms,
      ...ceiling(bare.web + bare.database),
      most: 60,
      others: "Vendure 3 156 ms, Medusa 2 913 ms",
    },
    { name: "CPU of the web process", value: cpu.web, ...ms, ...ceiling(bare.web) },
    {
      name: "CPU of the database for the web process",
      value: cpu.databaseForWeb,
      ...ms,
      ...ceiling(bare.database),
    },
    { name: "CPU of the database for jobs and webhooks", value: cpu.databaseForJobs, ...ms },
    { name: "CPU of the workers, until the last job is done", value: cpu.workers, ...ms },
    { name: "CPU of the sandbox (a stranger in production)", value: cpu.sandbox, ...ms },
    { name: "p50 from cart to order, all at once", value: percentile(waits, 0.5), ...ms },
    { name: "p99 from cart to order, all at once", value: percentile(waits, 0.99), ...ms },
  ]
}

/** Sends everybody to checkout at the same moment. Nobody may be rejected, and nothing may hang. */
async function throughTheDoor(world: World): Promise<{ figures: Figure[]; failures: string[] }> {
  const { order, everyBuyer } = await buyers(world, { count: CROWD })
  const orders = await countOrders(world)
  const started = performance.now()
  const problems: string[] = []
  await everyBuyer((buyer) => order(buyer).catch((error) => void problems.push(String(error))))
  const seconds = (performance.now() - started) / 1000
  const paid = (await countOrders(world)) - orders
  return {
    figures: [
      {
        name: `${CROWD} checkouts in flight, five times the connections: orders`,
        value: paid,
        unit: "",
        better: "more",
        aim: CROWD,
        others: "Vendure 3 wedged at two times",
      },
      { name: "until the last of them had its order", value: seconds, unit: "s", better: "less" },
    ],
    failures: problems.slice(0, 3).map((problem) => `in flight at five times the connections: ${problem}`),
  }
}
