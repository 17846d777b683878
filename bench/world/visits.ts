import { goToCheckout, someProducts } from "../parts/buy.ts"
import type { World } from "./open-world.ts"
import { type Shopper, shoppers } from "./shoppers.ts"

/** A page as one browser opens it. Signed-in people have a cookie. */
export type Visit = { name: string; url: string; cookie?: string }

/** Numbers of customers between the shoppers of the pages and the buyers. */
const AT_THE_CHECKOUT = 50

/** The pages that are measured in browsers: the shop's, and checkout with something to pay. */
export async function visits(world: World): Promise<Visit[]> {
  const one = async (sql: string) =>
    String(Object.values((await world.database.pool.query(sql)).rows[0] as object)[0])
  const market = await one("select market_id from products order by id limit 1")
  const product = await one("select id from products order by id limit 1")
  const zip = await one("select zip from markets join zips using (zip) order by markets.id limit 1")
  const [shopper] = await shoppers(world, 1)
  const [payer] = await shoppers(world, 1, AT_THE_CHECKOUT)
  const [thing] = await someProducts(world, 1)
  if (!shopper || !payer || !thing) throw new Error("The seed has no shoppers, or nothing to buy.")
  await toCheckout(world, payer, thing)
  const { site } = world
  return [
    { name: "home", url: `${site}/home?zip=${zip}` },
    { name: "market", url: `${site}/market-info?market=${market}`, cookie: shopper.cookie },
    { name: "product", url: `${site}/view-product?product=${product}`, cookie: shopper.cookie },
    { name: "cart", url: `${site}/shopping-cart`, cookie: shopper.cookie },
    { name: "/pay", url: `${site}/pay`, cookie: payer.cookie },
  ]
}

/** Goes to checkout, unless the person is there already from the part before. */
async function toCheckout(
  world: World,
  payer: Shopper,
  thing: Parameters<typeof goToCheckout>[2],
): Promise<void> {
  const { pool } = world.database
  const { rowCount } = await pool.query(
    "select 1 from checkouts where customer_id = $1 and status = 'open' and hold_expires_at > now() + interval '9 minutes'",
    [payer.userId],
  )
  if (rowCount) return
  await pool.query("delete from cart_lines where customer_id = $1", [payer.userId])
  await goToCheckout(world.site, payer, thing)
}

/** Converts a Cookie header to cookies for a browser's context. */
export const cookiesOf = (header: string, url: string) =>
  header
    .split("; ")
    .filter(Boolean)
    .map((pair) => {
      const [name = "", ...value] = pair.split("=")
      return { name, value: value.join("="), url }
    })
