import type { Part } from "../report/figure.ts"
import { cpuMs, databaseCpuMs } from "../world/cpu.ts"
import { percentile } from "../world/load.ts"
import type { World } from "../world/open-world.ts"
import { buyers } from "./buy.ts"

const BUYERS = 32
const JOBS_MS = 60_000

/**
 * Orders as browsers place them: into the cart, to the till, Pay Now, the card confirmed at the sandbox, and back.
 * Every one is looked up in the database afterwards, and so are the jobs that it left.
 */
export async function measureCheckout(world: World, options: { quick: boolean }): Promise<Part> {
  const { order, everyBuyer } = await buyers(world, { count: BUYERS })
  await everyBuyer((buyer) => order(buyer))
  await jobsDone(world)
  const orders = await countOrders(world)
  const before = await spentSoFar(world)
  const seconds = options.quick ? 6 : 20
  const until = performance.now() + seconds * 1000
  const started = performance.now()
  const waits: number[] = []
  await everyBuyer(async (buyer) => {
    while (performance.now() < until) {
      const begun = performance.now()
      await order(buyer)
      waits.push(performance.now() - begun)
    }
  })
  const tookMs = performance.now() - started
  const after = await spentSoFar(world)
  await jobsDone(world)
  const later = await spentSoFar(world)
  const paid = (await countOrders(world)) - orders
  const each = (key: keyof typeof before, end = after) => (end[key] - before[key]) / waits.length
  waits.sort((a, b) => a - b)
  const ms = { unit: "ms", better: "less" } as const
  return {
    part: "checkout",
    figures: [
      {
        name: `paid orders at ${BUYERS} buyers`,
        value: (1000 * waits.length) / tookMs,
        unit: "/s",
        better: "more",
        aim: 100,
      },
      {
        name: "CPU of web process and database for each",
        value: each("web") + each("databaseForWeb"),
        ...ms,
        aim: 8,
      },
      { name: "CPU of the web process", value: each("web"), ...ms },
      { name: "CPU of the database for the web process", value: each("databaseForWeb"), ...ms },
      {
        name: "CPU of the database for jobs and webhooks",
        value: each("database", later) - each("databaseForWeb"),
        ...ms,
      },
      { name: "CPU of the workers, until the last job is done", value: each("workers", later), ...ms },
      { name: "CPU of the sandbox (a stranger in production)", value: each("sandbox"), ...ms },
      { name: "p50 from cart to order, all at once", value: percentile(waits, 0.5), ...ms },
      { name: "p99 from cart to order, all at once", value: percentile(waits, 0.99), ...ms },
    ],
    failures: paid === waits.length ? [] : [`${waits.length} checkouts were paid, ${paid} orders exist`],
  }
}

async function spentSoFar({ database, pids, sandbox }: World) {
  const { web, all } = await databaseCpuMs(database.pool, pids.postgres)
  return {
    databaseForWeb: web,
    web: cpuMs([pids.web]),
    workers: cpuMs([pids.workers]),
    database: all,
    sandbox: cpuMs([sandbox.pid]),
  }
}

async function countOrders({ database }: World): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>("select count(*) from orders")
  return Number(rows[0]?.count)
}

/** Until the outbox is empty and nothing more has come for a second: mails and webhooks are work of their own. */
async function jobsDone({ database }: World): Promise<void> {
  const open = async () => {
    const { rows } = await database.pool.query<{ open: string }>(
      "select count(*) open from outbox where queued_at is null or published_at is null",
    )
    return Number(rows[0]?.open)
  }
  const deadline = performance.now() + JOBS_MS
  let quiet = 0
  while (quiet < 5 && performance.now() < deadline) {
    quiet = (await open()) === 0 ? quiet + 1 : 0
    await Bun.sleep(200)
  }
}
