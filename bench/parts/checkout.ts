import type { Part } from "../report/figure.ts"
import { cpuMs, databaseCpuMs } from "../world/cpu.ts"
import { percentile } from "../world/load.ts"
import type { World } from "../world/open-world.ts"
import { type Shopper, shoppers } from "../world/shoppers.ts"

const BUYERS = 32
/** Behind the shoppers of the pages, whose carts stay as they are. */
const FIRST_BUYER = 101
const BILLING = {
  firstName: "Rosa",
  lastName: "Parks",
  address: "1 Main St",
  addressOne: "",
  city: "New York",
  state: "NY",
  zip: "10001",
}
const JOBS_MS = 60_000

type Product = { product: string; variant: string; price: number; size: string }

/**
 * Orders as browsers place them: into the cart, to the till, Pay Now, the card confirmed at the sandbox, and back.
 * Every one is looked up in the database afterwards, and so are the jobs that it left.
 */
export async function measureCheckout(world: World, options: { quick: boolean }): Promise<Part> {
  const buyers = await shoppers(world, BUYERS, FIRST_BUYER)
  await world.database.pool.query("delete from cart_lines where customer_id = any($1)", [
    buyers.map(({ userId }) => userId),
  ])
  const products = await productsFor(world, 400)
  let turn = 0
  const order = (buyer: Shopper) => buy(world, buyer, products[turn++ % products.length] as Product)
  for (const buyer of buyers) await order(buyer)
  await jobsDone(world)
  const orders = await countOrders(world)
  const before = await spentSoFar(world)
  const seconds = options.quick ? 6 : 20
  const until = performance.now() + seconds * 1000
  const started = performance.now()
  const waits: number[] = []
  await Promise.all(
    buyers.map(async (buyer) => {
      while (performance.now() < until) {
        const begun = performance.now()
        await order(buyer)
        waits.push(performance.now() - begun)
      }
    }),
  )
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

async function productsFor(world: World, count: number): Promise<Product[]> {
  const { rows } = await world.database.pool.query<Product>(
    `select product_id product, v.id variant, v.price_cents price, v.size
     from variants v where v.position = 1 order by md5(v.id::text) limit $1`,
    [count],
  )
  return rows
}

async function buy(world: World, buyer: Shopper, thing: Product): Promise<void> {
  const quantity = "2"
  await send(world, buyer, "/view-product", { productId: thing.product, size: thing.size, quantity })
  const quote = `${thing.variant}*${quantity}@${thing.price}`
  await send(world, buyer, "/shopping-cart", { intent: "proceed", fulfilment: "pickup", quote })
  const begun = await send(world, buyer, "/pay/begin", BILLING)
  const { clientSecret, checkoutId } = (await begun.json()) as { clientSecret: string; checkoutId: string }
  const intent = clientSecret.split("_secret_")[0]
  const confirmed = await fetch(`${world.sandbox.url}/v1/payment_intents/${intent}/confirm`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.sandbox.secretKey}` },
    body: new URLSearchParams({ payment_method: "pm_card_visa" }),
  })
  if (!confirmed.ok) throw new Error(`The sandbox refused a card: ${await confirmed.text()}`)
  const back = await fetch(`${world.site}/pay/return?checkout=${checkoutId}`, {
    headers: { cookie: buyer.cookie },
    redirect: "manual",
  })
  const where = back.headers.get("location") ?? ""
  if (!where.startsWith("/thanks-for-shopping")) throw new Error(`Paid, and led to ${back.status} ${where}`)
}

async function send(world: World, { cookie }: Shopper, path: string, fields: Record<string, string>) {
  const answer = await fetch(world.site + path, {
    method: "POST",
    headers: { cookie, origin: world.site },
    body: new URLSearchParams(fields),
    redirect: "manual",
  })
  if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
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
