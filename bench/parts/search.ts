import type pg from "pg"
import type { SearchSort } from "../../core/catalog/market-filters.ts"
import type { CustomerContext } from "../../core/context.ts"
import { findZipCenter } from "../../core/places/find-zip-center.server.ts"
import { DEFAULT_RATES } from "../../core/rates.ts"
import { searchNear } from "../../core/search/search-near.server.ts"
import { oddSearches } from "../../tests/support/odd-searches.ts"
import { startBare } from "../bare/start-bare.ts"
import type { Figure, Part } from "../report/figure.ts"
import { buffersOf, explain, nodesOf, type Plan, recordQueries, rowsOf } from "../world/explain.ts"
import { type Ask, percentile, warmUp } from "../world/load.ts"
import type { World } from "../world/open-world.ts"
import { shoppers } from "../world/shoppers.ts"
import { addTo, CONNECTIONS, type Spent, sheetCookie, spend } from "./pages.ts"

/** Smaller tables may be read completely, and those reads are not counted. */
const SMALL_TABLE = 1_000
/** A search without results may read as much as one that shows ten markets. */
const PAGE_OF_NOTHING = 10
const MOST_BUFFERS = 2_000
const MOST_ROWS_PER_SHOWN = 20
const MOST_CPU = 30

/** More markets are around New York and Washington than anywhere else. */
const ZIPS = ["10001", "20001", "21224"]
const TEXTS = [
  "tomatoes",
  "tomatos",
  "tmoatoes",
  "women",
  "heirloom tomatoes",
  "white vegetables",
  "farmers market",
]

const SORTS = ["distance", "price"] as const

/**
 * Measures the search of products and markets: its plans, its page compared with one bare row, and odd search texts.
 */
export async function measureSearch(world: World, options: { quick: boolean }): Promise<Part> {
  const [person] = await shoppers(world, 1)
  const plans = await searchPlans(world.databaseUrl, world.database.pool, person?.userId ?? "")
  const figures = [
    ...plans.figures,
    ...(await cpuOfSearch(world, options)),
    ...(await oddOnes(world, options)),
  ]
  return { part: "search", figures, failures: plans.failures }
}

/** Explains every statement that each search sent, and counts the markets and products shown. */
export async function searchPlans(
  databaseUrl: string,
  pool: pg.Pool,
  userId: string,
): Promise<{ figures: Figure[]; failures: string[] }> {
  const { asked, db, close } = recordQueries(databaseUrl)
  const sizes = await tableSizes(pool)
  const worst = { buffers: 0, rows: 0, share: 0 }
  const failures: string[] = []
  const ctx: CustomerContext = {
    actor: { role: "customer", userId },
    db,
    ports: {} as never,
    now: () => new Date(),
    rates: DEFAULT_RATES,
  }
  try {
    for (const [zip, text, sort] of await searches(pool)) {
      const center = await findZipCenter(db, zip)
      if (!center) throw new Error(`There is no zip ${zip}.`)
      asked.length = 0
      const found = await searchNear(ctx, { center, text, sort })
      const plans: Plan[] = []
      for (const query of asked.splice(0)) plans.push(await explain(pool, query))
      const name = `“${text}” near ${zip} by ${sort}`
      const nodes = plans
        .flatMap(nodesOf)
        .filter((node) => (sizes.get(node["Relation Name"] ?? "") ?? 0) > SMALL_TABLE)
      const shown = found.markets.reduce((sum, { products }) => sum + 1 + products.length, 0)
      const buffers = plans.reduce((sum, plan) => sum + buffersOf(plan), 0)
      const rows = nodes.reduce((sum, node) => sum + Math.round(rowsOf(node)), 0)
      const scanned = nodes.filter((node) => node["Node Type"].endsWith("Seq Scan"))
      console.log(
        `${name}: ${found.markets.length} markets and ${shown - found.markets.length} products shown, ${rows} rows read, ${buffers} buffers`,
      )
      for (const node of scanned) failures.push(`${name} scans ${node["Relation Name"]} from end to end`)
      if (buffers > MOST_BUFFERS) failures.push(`${name} reads ${buffers} buffers`)
      const share = rows / (shown || PAGE_OF_NOTHING)
      if (share > MOST_ROWS_PER_SHOWN) failures.push(`${name} reads ${rows} rows and shows ${shown}`)
      worst.buffers = Math.max(worst.buffers, buffers)
      worst.rows = Math.max(worst.rows, rows)
      worst.share = Math.max(worst.share, share)
    }
  } finally {
    await close()
  }
  const figure = { unit: "", better: "less" } as const
  return {
    failures,
    figures: [
      { name: "a search: most buffers", value: worst.buffers, aim: MOST_BUFFERS, ...figure },
      { name: "a search: most rows read", value: worst.rows, ...figure },
      { name: "a search: rows read for one shown", value: worst.share, aim: MOST_ROWS_PER_SHOWN, ...figure },
    ],
  }
}

/** Common and misspelled words, two words together, and a rare one: the name of a market in each place. */
async function searches(pool: pg.Pool): Promise<[zip: string, text: string, sort: SearchSort][]> {
  const { rows } = await pool.query<{ zip: string; name: string }>(
    `select distinct on (zip) zip, lexeme as name
     from markets join market_words w on w.market_id = markets.id and w.in_name
     where zip = any($1) and can_sell
     order by zip, (select count(*) from market_words o where o.lexeme = w.lexeme), lexeme`,
    [ZIPS],
  )
  const asked = [
    ...ZIPS.flatMap((zip) => TEXTS.map((text) => ({ zip, text }))),
    ...rows.map(({ zip, name }) => ({ zip, text: name })),
  ]
  return SORTS.flatMap((sort) =>
    asked.map(({ zip, text }): [string, string, SearchSort] => [zip, text, sort]),
  )
}

async function tableSizes(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ relname: string; reltuples: number }>(
    "select relname, reltuples from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  return new Map(rows.map(({ relname, reltuples }) => [relname, reltuples]))
}

const searchUrl = (world: World, zip: string, text: string) =>
  `${world.site}/home?${new URLSearchParams({ zip, q: text })}`

/** Signed-in customers who search, each for a different text and place than the previous one. */
export async function searching(world: World): Promise<Ask> {
  const people = await shoppers(world, CONNECTIONS)
  const sheet = await sheetCookie(world)
  return (index) => ({
    url: searchUrl(world, ZIPS[index % ZIPS.length] ?? "", TEXTS[index % TEXTS.length] ?? ""),
    headers: { cookie: `${people[index % people.length]?.cookie}; ${sheet}` },
  })
}

/** The whole page (web process and database together) and the bare row alternate. */
async function cpuOfSearch(world: World, { quick }: { quick: boolean }): Promise<Figure[]> {
  const page = await searching(world)
  const bare = await startBare(world.databaseUrl)
  try {
    const row = () => ({ url: `${bare.site}/row` })
    for (const ask of [page, row]) await warmUp(ask, quick ? 300 : 1_000, CONNECTIONS)
    const ours: Spent = { requests: 0, seconds: 0, cpu: 0, database: 0 }
    const theirs = { ...ours }
    const effort = { warmUp: 0, rounds: 1, seconds: quick ? 1 : 2, waits: 0 }
    for (let round = 0; round < (quick ? 2 : 4); round++) {
      addTo(ours, await spend(world, world.pids.web, page, effort))
      addTo(theirs, await spend(world, bare.pid, row, effort))
    }
    const cpu = ({ cpu, database, requests }: Spent) => (cpu + database) / requests
    return [
      {
        name: "a search: CPU of its page, web process and database",
        value: cpu(ours),
        unit: "ms",
        better: "less",
        ceiling: { name: "bare Hono, one row, and its database", value: cpu(theirs) },
        most: MOST_CPU,
      },
    ]
  } finally {
    await bare.stop()
  }
}

/** Searches for a thousand odd texts, one at a time. */
async function oddOnes(world: World, { quick }: { quick: boolean }): Promise<Figure[]> {
  const [person] = await shoppers(world, 1)
  const headers = { cookie: person?.cookie ?? "" }
  const waits: number[] = []
  for (const text of oddSearches().filter((_, index) => !quick || index % 5 === 0)) {
    const started = performance.now()
    const answer = await fetch(searchUrl(world, "10001", text), { headers, redirect: "manual" })
    await answer.arrayBuffer()
    if (answer.status >= 400 && answer.status !== 414 && answer.status !== 431)
      throw new Error(`A search for ${JSON.stringify(text.slice(0, 80))} answered ${answer.status}`)
    waits.push(performance.now() - started)
  }
  waits.sort((a, b) => a - b)
  const figure = { unit: "ms", better: "less" } as const
  return [
    { name: "odd searches: median", value: percentile(waits, 0.5), ...figure },
    {
      name: "odd searches: the slowest",
      value: waits.at(-1) ?? Number.NaN,
      ceiling: { name: "their median", value: percentile(waits, 0.5) },
      ...figure,
    },
  ]
}
