import type pg from "pg"
import { findSession } from "#core/accounts/find-session.server.ts"
import { readBadges } from "#core/accounts/read-badges.server.ts"
import { viewCart } from "#core/cart/view-cart.server.ts"
import { searchMarkets } from "#core/catalog/search-markets.server.ts"
import { viewMarket } from "#core/catalog/view-market.server.ts"
import { viewProduct } from "#core/catalog/view-product.server.ts"
import { findLiveCheckout } from "#core/checkout/live-checkout.server.ts"
import type { CustomerContext, SellerContext } from "#core/context.ts"
import { listNotifications } from "#core/notifications/list-notifications.server.ts"
import { listCustomerOrders } from "#core/orders/list-customer-orders.server.ts"
import { listSellerOrders } from "#core/orders/list-seller-orders.server.ts"
import { DEFAULT_RATES } from "#core/rates.ts"
import { openDatabase } from "#db/client.ts"
import type { Figure, Part } from "../report/figure.ts"
import type { World } from "../world/open-world.ts"
import { shoppers } from "../world/shoppers.ts"

type Asked = { text: string; values: unknown[] }
type Plan = {
  "Node Type": string
  "Relation Name"?: string
  "Actual Rows": number
  "Actual Loops": number
  "Rows Removed by Filter"?: number
  Plans?: Plan[]
}

/** These grow with people, markets and orders; a plan that reads one from end to end gets slower every day. */
const GROWING = new Set(
  "users sessions memberships customers markets products variants images product_images carts cart_lines checkouts checkout_lines checkout_markets orders order_lines deliveries notifications outbox ledger_entries".split(
    " ",
  ),
)

/** A table of fewer rows is read from end to end faster than through an index. */
const MOST_SCANNED = 2_000

/**
 * Runs the hottest queries as the pages do, takes down the SQL that they send, and asks PostgreSQL how it answers.
 * A query that scans a table that grows is a failure.
 */
export async function measurePlans(world: World): Promise<Part> {
  const asked: Asked[] = []
  const database = openDatabase({
    connectionString: world.databaseUrl,
    max: 1,
    applicationName: "pushcart-bench-plans",
    onError: () => {},
  })
  const { pool } = database
  const send = pool.query.bind(pool) as (...args: unknown[]) => unknown
  pool.query = ((query: pg.QueryConfig | string, values: unknown[] = []) => {
    asked.push({ text: typeof query === "string" ? query : query.text, values })
    return send(query, values)
  }) as typeof pool.query
  const figures: Figure[] = []
  const failures: string[] = []
  try {
    for (const [name, run] of await hottest(world, database.db)) {
      asked.length = 0
      await run()
      if (asked.length === 0) throw new Error(`${name} sent no query that could be seen.`)
      const plans = await Promise.all(asked.splice(0).map((query) => explain(world.database.pool, query)))
      const rows = plans.reduce((sum, plan) => sum + rowsRead(plan.chosen), 0)
      figures.push({ name: `${name}: rows read`, value: rows, unit: "", better: "less" })
      for (const table of new Set(plans.flatMap(scanned)))
        failures.push(`${name} scans ${table} from end to end`)
    }
  } finally {
    await database.close()
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
  const userId = await one("select m.user_id from markets m join orders o on o.market_id = m.id limit 1")
  const seller: SellerContext = { ...shared, actor: { role: "seller", userId } }
  return [
    ["home by zip", () => searchMarkets(ctx, { zip })],
    ["home, all markets", () => searchMarkets(ctx, {})],
    ["market page", () => viewMarket(ctx, { marketId })],
    ["product page", () => viewProduct(ctx, productId)],
    ["cart", () => viewCart(ctx)],
    ["badges", () => readBadges(ctx)],
    ["the bell", () => listNotifications(ctx)],
    ["session", () => findSession(ctx, { token })],
    ["live checkout", () => findLiveCheckout(db, ctx.actor.userId)],
    ["a customer's orders", () => listCustomerOrders(ctx)],
    ["a seller's orders", () => listSellerOrders(seller, "all")],
  ]
}

type Explained = { chosen: Plan; byIndex: Plan }

/** The plan that is chosen, and the one where indexes are preferred: it scans only what no index leads to. */
async function explain(pool: pg.Pool, { text, values }: Asked): Promise<Explained> {
  const client = await pool.connect()
  const plan = async () => {
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    const found = rows[0]?.["QUERY PLAN"][0].Plan
    if (!found) throw new Error("PostgreSQL explained nothing.")
    return found
  }
  try {
    const chosen = await plan()
    await client.query("begin; set local enable_seqscan = off")
    const byIndex = await plan()
    await client.query("rollback")
    return { chosen, byIndex }
  } finally {
    client.release()
  }
}

const leaves = (plan: Plan): Plan[] => (plan.Plans ?? []).flatMap(leaves).concat(plan)

/** Small tables may be scanned as long as an index leads to what is wanted once they have grown. */
function scanned({ chosen, byIndex }: Explained): string[] {
  const scans = (plan: Plan, most: number) =>
    leaves(plan).filter((node) => node["Node Type"].endsWith("Seq Scan") && rowsOf(node) > most)
  return [...scans(byIndex, -1), ...scans(chosen, MOST_SCANNED)]
    .map((node) => node["Relation Name"] ?? "")
    .filter((table) => GROWING.has(table))
}

/** What the scans of all tables and indexes touched, thrown away rows included. */
function rowsRead(plan: Plan): number {
  return leaves(plan)
    .filter((node) => node["Node Type"].includes("Scan"))
    .reduce((sum, node) => sum + rowsOf(node), 0)
}

const rowsOf = (node: Plan) =>
  (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
