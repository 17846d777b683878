import { sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { searchNear } from "./search-near.server.ts"

const database = useDatabase()
const center = { lat: 39.2855, lng: -76.5317 }
const MARKETS = 1_500

type Plan = { "Node Type": string; "Relation Name"?: string; "Actual Rows": number; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => (plan.Plans ?? []).flatMap(nodesOf).concat(plan)

/** 1,500 markets around one place, each with a tomato and a pepper. `npm run bench -- search` has the real numbers. */
async function aCityOfMarkets() {
  const { db, pool } = database
  const market = await aMarket(db, center)
  await aProduct(db, market, { name: "Red Tomatoes" })
  await aProduct(db, market, { name: "Bell Peppers" })
  await pool.query(
    `create temp table copies as select uuidv7() user_id, uuidv7() market_id, n from generate_series(1, ${MARKETS}) n;
     insert into users (id, name, email) select user_id, 'Sam', 'plan-' || n || '@example.test' from copies;
     insert into markets (id, user_id, first_name, last_name, name, address, city, state, zip, phone, weekday_hours,
         saturday_hours, sunday_hours, time_zone, lat, lng, position_source, approval, onboarded, subscription)
       select market_id, c.user_id, first_name, last_name, 'Stall ' || n, address, city, state, zip, phone, weekday_hours,
         saturday_hours, sunday_hours, time_zone, lat + n * 0.0001, lng, position_source, approval, onboarded, subscription
       from copies c cross join (select * from markets limit 1) m;
     insert into products (market_id, category, section, name, description)
       select market_id, p.category, p.section, p.name, p.description from copies cross join products p;
     insert into variants (product_id, price_cents, stock)
       select p.id, 400, 5 from products p join copies using (market_id);
     analyze`,
  )
}

it("finds the nearest of many markets by indexes, and reads no further than it shows", async () => {
  await aCityOfMarkets()
  const { db, pool } = database
  const customer = ctxFor(database, (await aCustomer(db)).actor)
  const asked: { text: string; values: unknown[] }[] = []
  const send = pool.query.bind(pool) as (...args: unknown[]) => unknown
  pool.query = ((query: { text: string }, values: unknown[] = []) => {
    asked.push({ text: query.text, values })
    return send(query, values)
  }) as typeof pool.query
  const found = await searchNear(customer, { center, text: "tomatos" })
  pool.query = send as typeof pool.query
  expect(found).toMatchObject({ more: true, page: 1 })
  expect(found.markets).toHaveLength(10)
  expect(asked.length).toBeGreaterThanOrEqual(3)
  const nodes: Plan[] = []
  for (const { text, values } of asked) {
    const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    nodes.push(...rows.flatMap((row) => nodesOf(row["QUERY PLAN"][0].Plan)))
  }
  const large = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and reltuples > 1000`,
  )
  const names = large.rows.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(["markets", "market_words", "product_words", "products"]))
  const ofLarge = nodes.filter((node) => names.includes(node["Relation Name"] ?? ""))
  expect(ofLarge.filter((node) => node["Node Type"].includes("Seq Scan"))).toEqual([])
  // Twenty markets and products are shown; none of these nodes needs more than the markets that are counted.
  expect(Math.max(...ofLarge.map((node) => node["Actual Rows"]))).toBeLessThanOrEqual(40)
})
