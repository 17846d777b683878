import { BILLING } from "../../tests/support/billing.ts"
import type { World } from "../world/open-world.ts"
import { type Shopper, shoppers } from "../world/shoppers.ts"

/** Number of the first buyer, after the shoppers of the pages, whose carts must not change. */
const FIRST_BUYER = 101
const THINGS = 400

export type Product = { product: string; variant: string; price: number; size: string }

/** Buys one product in one order, at one web process. */
export type Way = (world: World, site: string, buyer: Shopper, thing: Product) => Promise<void>

/** People who take turns buying. */
type Queue = { next(): Shopper }

/**
 * Creates `count` queues of people with empty carts. `order` makes the next person of a queue buy one of many products,
 * through the pages or by another `way`, and go back to the end of the queue.
 */
export async function buyers(world: World, options: { count: number; inQueue?: number; way?: Way }) {
  const { count, inQueue = 1, way = buyInPages } = options
  const people = await shoppers(world, count * inQueue, FIRST_BUYER)
  await emptyCarts(world, people)
  const queues = Array.from({ length: count }, (_, index) => queueOf(people, index * inQueue, inQueue))
  const products = await someProducts(world, THINGS)
  let turn = 0
  return {
    order: (queue: Queue, site = world.site) =>
      way(world, site, queue.next(), products[turn++ % products.length] as Product),
    everyBuyer: (act: (queue: Queue) => Promise<void>) => Promise.all(queues.map(act)),
  }
}

function queueOf(people: readonly Shopper[], from: number, length: number): Queue {
  let turn = 0
  return { next: () => people[from + (turn++ % length)] as Shopper }
}

export async function emptyCarts({ database }: World, people: readonly Shopper[]): Promise<void> {
  await database.pool.query("delete from cart_lines where customer_id = any($1)", [
    people.map(({ userId }) => userId),
  ])
}

export async function someProducts(world: World, count: number): Promise<Product[]> {
  const { rows } = await world.database.pool.query<Product>(
    `select product_id product, v.id variant, v.price_cents price, v.size
     from variants v where v.position = 1 order by md5(v.id::text) limit $1`,
    [count],
  )
  return rows
}

/** Buys as browsers do: into the cart, to checkout, Pay Now, the card confirmed at the sandbox, and back. */
async function buyInPages(world: World, site: string, buyer: Shopper, thing: Product): Promise<void> {
  await goToCheckout(site, buyer, thing)
  const begun = await send(site, buyer, "/pay/begin", BILLING)
  const payment = (await begun.json()) as { clientSecret: string; checkoutId: string }
  await confirmCard(world, payment.clientSecret)
  const back = await fetch(`${site}/pay/return?checkout=${payment.checkoutId}`, {
    headers: { cookie: buyer.cookie },
    redirect: "manual",
  })
  const where = back.headers.get("location") ?? ""
  if (!where.startsWith("/thanks-for-shopping")) throw new Error(`Paid, and led to ${back.status} ${where}`)
}

export async function goToCheckout(site: string, buyer: Shopper, thing: Product): Promise<void> {
  const quantity = "2"
  await send(site, buyer, "/view-product", { productId: thing.product, size: thing.size, quantity })
  const quote = `${thing.variant}*${quantity}@${thing.price}`
  await send(site, buyer, "/shopping-cart", { intent: "proceed", fulfilment: "pickup", quote })
}

/** Confirms the client secret as the provider's script does. */
export async function confirmCard({ sandbox }: World, clientSecret: string): Promise<void> {
  const intent = clientSecret.split("_secret_")[0]
  const confirmed = await fetch(`${sandbox.url}/v1/payment_intents/${intent}/confirm`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.secretKey}` },
    body: new URLSearchParams({ payment_method: "pm_card_visa" }),
  })
  if (!confirmed.ok) throw new Error(`The sandbox rejected a card: ${await confirmed.text()}`)
}

async function send(site: string, { cookie }: Shopper, path: string, fields: Record<string, string>) {
  const answer = await fetch(site + path, {
    method: "POST",
    headers: { cookie, origin: site },
    body: new URLSearchParams(fields),
    redirect: "manual",
  })
  if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}
