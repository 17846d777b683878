import type pg from "pg"
import { viewCart } from "../../core/cart/view-cart.server.ts"
import { viewMarket, viewMarketShelves } from "../../core/catalog/market-page.server.ts"
import { searchMarkets } from "../../core/catalog/search-markets.server.ts"
import { listBuyAgain, moreFromMarket } from "../../core/catalog/suggested-products.server.ts"
import { viewProduct } from "../../core/catalog/view-product.server.ts"
import { findLiveCheckout } from "../../core/checkout/checkout-queries.server.ts"
import type { CustomerContext, SellerContext } from "../../core/context.ts"
import { findSession } from "../../core/identity/find-session.server.ts"
import { readBadges } from "../../core/identity/read-badges.server.ts"
import { listNotifications } from "../../core/notifications/list-notifications.server.ts"
import { listCustomerOrders } from "../../core/orders/list-customer-orders.server.ts"
import { listSellerOrders } from "../../core/orders/list-seller-orders.server.ts"
import { DEFAULT_RATES } from "../../core/rates.ts"
import type { Figure, Part } from "../report/figure.ts"
import { type Asked, explain, nodesOf, type Plan, recordQueries, rowsOf, rowsRead } from "../world/explain.ts"
import type { World } from "../world/open-world.ts"
import { growingTables, MOST_SCANNED } from "../world/scans.ts"
import { shoppers } from "../world/shoppers.ts"

/**
 * Runs the most frequent queries as the pages do, records their SQL, and explains it in PostgreSQL. A query that reads
 * a growing table completely, with or without an index, is a failure.
 */
export async function measurePlans(world: World): Promise<Part> {
  const { asked, db, close } = recordQueries(world.databaseUrl)
  const figures: Figure[] = []
  const failures: string[] = []
  const growing = await growingTables(world.database.pool)
  try {
    for (const [name, run] of await hottest(world, db)) {
      asked.length = 0
      await run()
      if (asked.length === 0) throw new Error(`${name} sent no query that could be seen.`)
      const plans = await Promise.all(
        asked.splice(0).map((query) => explainTwice(world.database.pool, query)),
      )
      const rows = plans.reduce((sum, plan) => sum + rowsRead(plan.chosen), 0)
      figures.push({ name: `${name}: rows read`, value: rows, unit: "", better: "less" })
      for (const problem of new Set(plans.flatMap((plan) => problemsOf(plan, growing))))
        failures.push(`${name} ${problem}`)
    }
  } finally {
    await close()
  }
  return { part: "plans", figures, failures }
}

type Question = [name: string, ask: () => Promise<unknown>]

async function hottest(world: World, db: CustomerContext["db"]): Promise<Question[]> {
  const { pool } = world.database
  const one = async (sql: string) => String(Object.values((await pool.query(sql)).rows[0] as object)[0])
  const [person] = await shoppers(world, 1)
  const token = await one("select token from sessions limit 1")
  const marketId = await one("select id from markets order by md5(id::text) limit 1")
  const productId = await one("select id from products order by md5(id::text) limit 1")
  const zip = await one("select zip from markets join zips using (zip) order by markets.id limit 1")
  const shared = { db, ports: {} as never, now: () => new Date(), rates: DEFAULT_RATES }
  const ctx: CustomerContext = { ...shared, actor: { role: "customer", userId: person?.userId ?? "" } }
  const sellerId = await one("select m.user_id from markets m join orders o on o.market_id = m.id limit 1")
  const itsId = await one(`select id from markets where user_id = '${sellerId}'`)
  const seller: SellerContext = {
    ...shared,
    actor: { role: "seller", userId: sellerId, marketId: itsId },
  }
  return [
    ["home by zip", () => searchMarkets(ctx, { zip })],
    ["home, all markets", () => searchMarkets(ctx, {})],
    ["market page", () => viewMarketShelves(ctx, { marketId })],
    ["a page of its products", () => viewMarket(ctx, { marketId })],
    ["what to buy again", () => listBuyAgain(ctx, { marketId })],
    ["product page", async () => moreFromMarket(ctx, await viewProduct(ctx, productId))],
    ["cart", () => viewCart(ctx)],
    ["badges", () => readBadges(ctx)],
    ["the notifications menu", () => listNotifications(ctx)],
    ["session", () => findSession(ctx, { token })],
    ["live checkout", () => findLiveCheckout(db, ctx.actor.userId)],
    ["a customer's orders", () => listCustomerOrders(ctx, { limit: 50, offset: 0 })],
    ["a seller's orders", () => listSellerOrders(seller, "all", { limit: 50, offset: 0 })],
  ]
}

type Explained = { chosen: Plan; byIndex: Plan }

/** Explains the chosen plan, and the one with indexes preferred, which scans only tables without a usable index. */
async function explainTwice(pool: pg.Pool, query: Asked): Promise<Explained> {
  const client = await pool.connect()
  try {
    const chosen = await explain(client, query)
    await client.query("begin; set local enable_seqscan = off")
    const byIndex = await explain(client, query)
    await client.query("rollback")
    return { chosen, byIndex }
  } finally {
    client.release()
  }
}

/** Small tables may be scanned as long as an index can be used once they have grown. */
function problemsOf({ chosen, byIndex }: Explained, growing: ReadonlySet<string>): string[] {
  const reads = (plan: Plan, kind: string, most: number) =>
    nodesOf(plan).filter(
      (node) =>
        node["Node Type"].endsWith(kind) && rowsOf(node) > most && growing.has(node["Relation Name"] ?? ""),
    )
  const scans = [...reads(byIndex, "Seq Scan", -1), ...reads(chosen, "Seq Scan", MOST_SCANNED)]
  return [
    ...scans.map((node) => `scans ${node["Relation Name"]} from end to end`),
    ...reads(chosen, "Scan", MOST_SCANNED).map(
      (node) => `reads ${Math.round(rowsOf(node))} rows of ${node["Relation Name"]} for one answer`,
    ),
  ]
}
