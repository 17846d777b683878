import { type Bare, ONE_ROW, startBare } from "../bare/start-bare.ts"
import type { Figure, Part } from "../report/figure.ts"
import { cpuMs, databaseCpuMs, residentMb } from "../world/cpu.ts"
import { type Ask, load, percentile, warmUp } from "../world/load.ts"
import type { World } from "../world/open-world.ts"
import { type Shopper, shoppers } from "../world/shoppers.ts"
import { confirmCard, emptyCarts, type Product, someProducts } from "./buy.ts"
import { orderFigures } from "./checkout.ts"
import { placeOrders } from "./place-orders.ts"

const CONNECTIONS = 32
/** Number of the first customer for the API, after the shoppers of the pages and the buyers of checkout. */
const FIRST_CALLER = 60
const THINGS = 400
/** Number of items that every measured cart has, before anything is added. */
const IN_A_CART = 3

type Call = { name: string; ask: Ask; most?: number; others: string }

/**
 * Measures the API's calls as a phone app makes them, each compared with a bare Hono handler that returns one indexed
 * row.
 */
export async function measureApi(world: World, options: { quick: boolean }): Promise<Part> {
  const effort = options.quick
    ? { warmUp: 400, rounds: 2, seconds: 0.7 }
    : { warmUp: 2_000, rounds: 4, seconds: 1.2 }
  const bare = await startBare(world.databaseUrl)
  const figures: Figure[] = []
  try {
    for (const call of await calls(world)) figures.push(...(await measure(world, bare, call, effort)))
  } finally {
    await bare.stop()
  }
  const placed = await placeOrders(world, {
    count: CONNECTIONS,
    seconds: options.quick ? 4 : 20,
    quick: options.quick,
    way: buyOverApi,
  })
  figures.push(...orderFigures(placed).map((figure) => ({ ...figure, name: `checkout: ${figure.name}` })))
  figures.push({
    name: "web process, resident memory after all of it",
    value: residentMb(world.pids.web),
    unit: "MB",
    better: "less",
    aim: 200,
    others: "Vendure 3 330 MB, Medusa 2 1800 MB",
  })
  return {
    part: "api",
    figures,
    failures: placed.failures,
    notes: placed.notes.map((note) => `over the API: ${note}`),
  }
}

async function calls(world: World): Promise<Call[]> {
  const { pool } = world.database
  const people = await shoppers(world, CONNECTIONS, FIRST_CALLER)
  await emptyCarts(world, people)
  const { rows: markets } = await pool.query<{ id: string }>(
    "select id from markets order by md5(id::text) limit $1",
    [THINGS],
  )
  const things = await someProducts(world, THINGS)
  const of = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
  const caller = (index: number) => ({ cookie: of(people, index).cookie })
  const at = (path: string) => `${world.site}/api/v1${path}`
  return [
    {
      name: "product list of 12",
      ask: (index) => ({
        url: at(`/product/marketinfo/${of(markets, index).id}/1/12`),
        headers: caller(index),
      }),
      most: 8,
      others: "Vendure 3 140/s, Medusa 2 24/s",
    },
    {
      name: "one product",
      ask: (index) => ({
        url: at(`/product/GetCurrentProduct/${of(things, index).product}`),
        headers: caller(index),
      }),
      most: 4,
      others: "Vendure 3 131/s, Medusa 2 46/s",
    },
    {
      name: "add to cart",
      ask: (index) => {
        const turn = Math.floor(index / people.length) % IN_A_CART
        const { product: pid, size } = of(things, (index % people.length) * IN_A_CART + turn)
        return {
          url: at("/transaction/createtransaction"),
          headers: caller(index),
          json: { pid, quantity: 1, size },
        }
      },
      others: "Vendure 3 47/s, Medusa 2 5.3/s",
    },
  ]
}

type Effort = { warmUp: number; rounds: number; seconds: number }

/** Call and bare handler alternate, so that other load on the machine slows both. */
async function measure(world: World, bare: Bare, call: Call, effort: Effort): Promise<Figure[]> {
  const row: Ask = () => ({ url: `${bare.site}/row` })
  for (const ask of [call.ask, row]) await warmUp(ask, effort.warmUp, CONNECTIONS)
  const ours = spent()
  const least = spent()
  for (let round = 0; round < effort.rounds; round++) {
    await spend(world, { pid: world.pids.web, of: "web" }, call.ask, effort.seconds, ours)
    await spend(world, { pid: bare.pid, of: "bare" }, row, effort.seconds, least)
  }
  const ceiling = (value: number) => ({ ceiling: { name: ONE_ROW, value } })
  const p99 = ({ waits }: typeof ours) =>
    percentile(
      waits.sort((a, b) => a - b),
      0.99,
    )
  const ms = { unit: "ms", better: "less" } as const
  return [
    {
      name: `${call.name}: requests at ${CONNECTIONS} connections`,
      value: ours.waits.length / ours.seconds,
      unit: "/s",
      better: "more",
      ...ceiling(least.waits.length / least.seconds),
      ...(call.most ? { most: call.most } : {}),
      others: call.others,
    },
    {
      name: `${call.name}: p99 at ${CONNECTIONS} connections`,
      value: p99(ours),
      ...ms,
      ...ceiling(p99(least)),
    },
    {
      name: `${call.name}: CPU of the web process`,
      value: ours.web / ours.waits.length,
      ...ms,
      ...ceiling(least.web / least.waits.length),
    },
    {
      name: `${call.name}: CPU of the database`,
      value: ours.database / ours.waits.length,
      ...ms,
      ...ceiling(least.database / least.waits.length),
    },
  ]
}

const spent = () => ({ waits: [] as number[], seconds: 0, web: 0, database: 0 })

/** `of` is the process's name in the database's connections. */
async function spend(
  world: World,
  { pid, of }: { pid: number; of: "web" | "bare" },
  ask: Ask,
  seconds: number,
  sum: ReturnType<typeof spent>,
) {
  const { pool } = world.database
  const before = { cpu: cpuMs([pid]), database: await databaseCpuMs(pool, world.pids.postgres) }
  const loaded = await load(ask, { connections: CONNECTIONS, seconds })
  const database = await databaseCpuMs(pool, world.pids.postgres)
  sum.web += cpuMs([pid]) - before.cpu
  sum.database += database[of] - before.database[of]
  sum.seconds += loaded.seconds
  sum.waits.push(...loaded.waits)
}

/** Buys through the API alone, and confirms the card at the sandbox with the client secret. */
export async function buyOverApi(world: World, site: string, buyer: Shopper, thing: Product): Promise<void> {
  const send = async (method: string, path: string, json: unknown) => {
    const answer = await fetch(`${site}/api/v1${path}`, {
      method,
      headers: { cookie: buyer.cookie, "content-type": "application/json" },
      body: JSON.stringify(json),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const { product: pid, size } = thing
  await send("POST", "/transaction/createtransaction", { pid, quantity: 2, size })
  await send("PUT", "/transaction/updateTransaction", { delivery: "Pick up" })
  const intent = (await send("POST", "/pay/paymentIntent", {})) as { secret: string; checkoutId: string }
  await confirmCard(world, intent.secret)
  const { outcome } = (await send("POST", "/pay/complete", { checkoutId: intent.checkoutId })) as {
    outcome: string
  }
  if (outcome !== "completed") throw new Error(`Paid over the API, and it is ${outcome}`)
}
