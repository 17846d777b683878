import { createSessions } from "../../server/auth/sessions.ts"
import type { Figure, Part } from "../report/figure.ts"
import { insertOpenOrders } from "../seed/open-orders.ts"
import { BROWSER } from "../world/load.ts"
import type { World } from "../world/open-world.ts"
import { sheetCookie } from "./pages.ts"

/** Numbers of open orders, and the kB of /marketOrders in e013ddf1, which showed no items. */
const OPEN_ORDERS = [
  { count: 40, before: "126 kB" },
  { count: 50, before: "161 kB" },
  { count: 205, before: "161 kB" },
] as const

const PAGES = ["/marketOrders", "/market-today"] as const

/** Measures the HTML of a seller's lists with 40, 50 and 205 open orders, as a browser that has the style sheet gets it. */
export async function measureOrders(world: World): Promise<Part> {
  const { pool } = world.database
  const { rows } = await pool.query<{ id: string; userId: string }>(
    `select id, user_id as "userId" from markets order by id limit 2`,
  )
  const [market, other] = rows
  if (!market || !other) throw new Error("The seed needs two markets.")
  // The lists are to show the open orders alone.
  await pool.query("update orders set market_id = $2 where market_id = $1", [market.id, other.id])
  const cookie = await sellerCookie(world, market.userId)
  const figures: Figure[] = []
  let there = 0
  for (const { count, before } of OPEN_ORDERS) {
    await insertOpenOrders(pool, market.id, count - there)
    there = count
    for (const page of PAGES)
      figures.push(...(await sizesOf(world.site + page, cookie, `${page}, ${count} open orders`, before)))
  }
  return { part: "orders", figures }
}

async function sellerCookie(world: World, userId: string): Promise<string> {
  const sessions = createSessions({ db: world.database.db, secret: world.authSecret })
  const opened = await sessions.open(new Request(world.site), { userId, role: "seller" })
  return [...opened.map((cookie) => cookie.split(";")[0]), await sheetCookie(world)].join("; ")
}

async function sizesOf(url: string, cookie: string, name: string, before: string): Promise<Figure[]> {
  const plain = await bodyOf(url, { cookie, "accept-encoding": "identity" })
  const packed = await bodyOf(url, { cookie, "accept-encoding": "br" })
  const cards = plain.toString().split('id="order-').length - 1
  const kb = { unit: "kB", better: "less" } as const
  return [
    { name: `${name}: HTML`, value: plain.length / 1000, ...kb, others: `e013ddf1 ${before}, without items` },
    { name: `${name}: HTML as it is sent`, value: packed.length / 1000, ...kb },
    { name: `${name}: orders shown`, value: cards, unit: "", better: "more" },
  ]
}

/** A page's body as it is sent. */
async function bodyOf(url: string, headers: Record<string, string>): Promise<Buffer> {
  const browser = { ...headers, "user-agent": BROWSER }
  const answer = await fetch(url, { headers: browser, redirect: "manual", decompress: false } as RequestInit)
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
