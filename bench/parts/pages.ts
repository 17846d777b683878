import { type Bare, ONE_ROW, startBare } from "../bare/start-bare.ts"
import { readTree } from "../bare/tree.ts"
import type { Figure, Part } from "../report/figure.ts"
import { cpuMs, residentMb } from "../world/cpu.ts"
import { type Ask, load, percentile, waits, warmUp } from "../world/load.ts"
import type { World } from "../world/open-world.ts"
import { type Shopper, shoppers } from "../world/shoppers.ts"

export const CONNECTIONS = 32
/** Number of different markets, products and ZIP codes, so that no page is fast because of a recent request. */
const THINGS = 400

type Effort = { warmUp: number; rounds: number; seconds: number; waits: number }
export type Spent = { requests: number; seconds: number; cpu: number; database: number }

/**
 * Measures requests per second, waits, CPU and memory of the shop's pages, each compared with the bare rendering of the
 * same page.
 */
export async function measurePages(world: World, options: { quick: boolean }): Promise<Part> {
  // Everything is requested twice before it is measured.
  const effort = options.quick
    ? { warmUp: 2 * THINGS + 100, rounds: 2, seconds: 0.6, waits: 80 }
    : { warmUp: 1_500, rounds: 4, seconds: 1.2, waits: 300 }
  const bare = await startBare(world.databaseUrl)
  try {
    const figures = await coldStart(world, bare)
    figures.push(...(await ceilings(world, bare, effort)))
    for (const page of await shopPages(world)) figures.push(...(await measure(world, bare, page, effort)))
    figures.push({
      name: "web process, resident memory after all of it",
      value: residentMb(world.pids.web),
      unit: "MB",
      better: "less",
      ceiling: { name: "bare", value: residentMb(bare.pid) },
      aim: 200,
      others: "Vendure 3 330 MB, Medusa 2 1800 MB",
    })
    return { part: "pages", figures }
  } finally {
    await bare.stop()
  }
}

type Page = {
  name: string
  short: string
  ask: Ask
  others?: string
}

export async function shopPages(world: World): Promise<Page[]> {
  const { pool } = world.database
  const zips = await column(
    pool.query("select zip from markets join zips using (zip) order by markets.id limit $1", [THINGS]),
  )
  // Few of these ZIP codes have their own market, most have some within reach, and nobody has requested them recently.
  const manyZips = await column(
    pool.query(
      "select zip from zips where state in (select state from markets) order by md5(zip) limit 20000",
    ),
  )
  let turn = 0
  const markets = await column(pool.query("select id from markets order by md5(id::text) limit $1", [THINGS]))
  const products = await column(
    pool.query("select id from products order by md5(id::text) limit $1", [THINGS]),
  )
  const people = await shoppers(world, CONNECTIONS)
  const of = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
  const sheet = await sheetCookie(world)
  const visitor = (index: number) => ({ cookie: `${of<Shopper>(people, index).cookie}; ${sheet}` })
  const at = (path: string) => world.site + path
  return [
    {
      name: "home with zip search",
      short: "home",
      ask: (index) => ({ url: at(`/home?zip=${of(zips, index)}`) }),
      others: "React Router's default entry 493/s, without data",
    },
    {
      name: "home, another zip each time",
      short: "zips",
      ask: () => ({ url: at(`/home?zip=${of(manyZips, turn++)}`), headers: { cookie: sheet } }),
    },
    { name: "home, all markets", short: "markets", ask: () => ({ url: at("/home") }) },
    {
      name: "market page",
      short: "market",
      ask: (index) => ({ url: at(`/market-info?market=${of(markets, index)}`), headers: visitor(index) }),
    },
    {
      name: "product page",
      short: "product",
      ask: (index) => ({ url: at(`/view-product?product=${of(products, index)}`), headers: visitor(index) }),
    },
    { name: "cart", short: "cart", ask: (index) => ({ url: at("/shopping-cart"), headers: visitor(index) }) },
  ]
}

/**
 * The cookie of returning visitors, who have the style sheet already: signed-in people, and those who change their ZIP
 * code.
 */
export async function sheetCookie({ site }: World): Promise<string> {
  const html = await (await fetch(`${site}/login`)).text()
  const sheet = /<style data-sheet="([^"]+)"/.exec(html)?.[1]
  if (!sheet) throw new Error("The first page of a visitor has no style sheet within it.")
  return `css=${sheet}`
}

async function column(query: Promise<{ rows: object[] }>): Promise<string[]> {
  return (await query).rows.map((row) => String(Object.values(row)[0]))
}

async function ceilings(world: World, bare: Bare, effort: Effort): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, path] of [
    ["Hono, a string", "/string"],
    ["Hono, one indexed row through pg", "/row"],
  ] as const) {
    const spent = await spend(world, bare.pid, () => ({ url: bare.site + path }), effort, effort.rounds)
    figures.push({ name: `ceiling: ${name}`, value: perCore(spent), unit: "/s", better: "more" })
  }
  return figures
}

/** The page, its bare rendering and a bare row alternate, so that other load on the machine slows all of them. */
async function measure(world: World, bare: Bare, page: Page, effort: Effort): Promise<Figure[]> {
  const first = page.ask(0)
  const html = await (await fetch(first.url, { headers: first.headers ?? {} })).text()
  await fetch(`${bare.site}/page`, { method: "POST", body: JSON.stringify(await readTree(html)) })
  const drawing: Ask = () => ({ url: `${bare.site}/page` })
  const row: Ask = () => ({ url: `${bare.site}/row` })
  for (const ask of [page.ask, drawing, row]) await warmUp(ask, effort.warmUp, CONNECTIONS)
  const ours: Spent = { requests: 0, seconds: 0, cpu: 0, database: 0 }
  const theirs = { ...ours }
  const rows = { ...ours }
  const own: number[] = []
  const least: number[] = []
  for (let round = 0; round < effort.rounds; round++) {
    addTo(ours, await spend(world, world.pids.web, page.ask, effort))
    addTo(theirs, await spend(world, bare.pid, drawing, effort))
    addTo(rows, await spend(world, bare.pid, row, { ...effort, seconds: effort.seconds / 2 }))
    own.push(...(await waits(page.ask, effort.waits / effort.rounds)))
    least.push(...(await waits(drawing, effort.waits / effort.rounds)))
  }
  for (const all of [own, least]) all.sort((a, b) => a - b)
  const ceiling = (value: number, name = "bare React") => ({ ceiling: { name, value } })
  const figure = (name: string, unit: Figure["unit"], better: Figure["better"], value: number) => ({
    name: `${page.name}: ${name}`,
    unit,
    better,
    value,
  })
  return [
    {
      ...figure(`requests at ${CONNECTIONS} connections`, "/s", "more", ours.requests / ours.seconds),
      ...ceiling(theirs.requests / theirs.seconds),
    },
    {
      ...figure("pages that one core can serve", "/s", "more", perCore(ours)),
      ...ceiling(perCore(theirs)),
      ...(page.others ? { others: page.others } : {}),
    },
    {
      ...figure("CPU of the web process", "ms", "less", ours.cpu / ours.requests),
      ...ceiling(theirs.cpu / theirs.requests),
      most: 15,
    },
    {
      ...figure("CPU of the database", "ms", "less", ours.database / ours.requests),
      ...ceiling(rows.database / rows.requests, ONE_ROW),
    },
    { ...figure("p50, one client", "ms", "less", percentile(own, 0.5)), ...ceiling(percentile(least, 0.5)) },
    {
      ...figure("p99, one client", "ms", "less", percentile(own, 0.99)),
      ...ceiling(percentile(least, 0.99)),
    },
  ]
}

const perCore = ({ requests, cpu }: Spent) => (1000 * requests) / cpu

export async function spend(world: World, pid: number, ask: Ask, effort: Effort, rounds = 1): Promise<Spent> {
  const before = [cpuMs([pid]), cpuMs([world.pids.postgres], { trees: true })]
  const { requests, seconds } = await load(ask, {
    connections: CONNECTIONS,
    seconds: effort.seconds * rounds,
  })
  const after = [cpuMs([pid]), cpuMs([world.pids.postgres], { trees: true })]
  const [cpu = 0, database = 0] = after.map((value, index) => value - (before[index] ?? 0))
  return { requests, seconds, cpu, database }
}

export function addTo(sum: Spent, more: Spent): void {
  for (const key of ["requests", "seconds", "cpu", "database"] as const) sum[key] += more[key]
}

/** Milliseconds from the start of the process to the first complete page. */
async function coldStart(world: World, bare: Bare): Promise<Figure[]> {
  const started = performance.now()
  const web = await world.startWeb()
  await (await fetch(`${web.site}/home`)).text()
  const value = (performance.now() - started) / 1000
  const memory = residentMb(web.pid)
  await web.stop()
  const ceiling = { name: "bare", value: bare.coldStartMs / 1000 }
  return [
    {
      name: "cold start to the first page",
      value,
      unit: "s",
      better: "less",
      ceiling,
      aim: 0.5,
      others: "Vendure 3 2.4 s, Medusa 2 7.2 s",
    },
    { name: "web process, resident memory at start", value: memory, unit: "MB", better: "less" },
  ]
}
