import { chromium, type Page as Tab } from "playwright"
import { findChromium } from "#server/cli/find-chromium.ts"
import type { Figure, Part } from "../report/figure.ts"
import type { World } from "../world/open-world.ts"
import { shoppers } from "../world/shoppers.ts"

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
]
const PHONE = { width: 375, height: 812 }
const KINDS = { Document: "HTML", Stylesheet: "CSS", Script: "JS", Image: "pictures", Font: "font" } as const
/** Late hydration waits for load and an idle moment. */
const AFTER_LOAD_MS = 3_000

type Weighed = { kind: string; bytes: number; beforeLoad: boolean }

/** What goes over the line for a first visit on a phone, by kind, before `load` and after it. */
export async function measureBytes(world: World): Promise<Part> {
  const executablePath = findChromium()
  if (!executablePath) return { part: "bytes", figures: [], notes: ["Chromium is not installed: no bytes."] }
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  try {
    const [shopper] = await shoppers(world, 1)
    const one = async (sql: string) =>
      String(Object.values((await world.database.pool.query(sql)).rows[0])[0])
    const market = await one("select market_id from products order by id limit 1")
    const product = await one("select id from products order by id limit 1")
    const zip = await one("select zip from markets join zips using (zip) order by markets.id limit 1")
    const figures: Figure[] = []
    for (const [name, path] of [
      ["home", `/home?zip=${zip}`],
      ["market", `/market-info?market=${market}`],
      ["product", `/view-product?product=${product}`],
      ["cart", "/shopping-cart"],
    ] as const) {
      const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2 })
      if (name !== "home") await context.addCookies(cookiesOf(shopper?.cookie ?? "", world.site))
      figures.push(...figuresOf(name, await weigh(await context.newPage(), world.site + path)))
      await context.close()
    }
    return { part: "bytes", figures }
  } finally {
    await browser.close()
  }
}

const cookiesOf = (header: string, url: string) =>
  header.split("; ").map((pair) => {
    const [name = "", ...value] = pair.split("=")
    return { name, value: value.join("="), url }
  })

async function weigh(tab: Tab, url: string): Promise<Weighed[]> {
  const session = await tab.context().newCDPSession(tab)
  await session.send("Network.enable")
  const kinds = new Map<string, string>()
  const asked = new Map<string, boolean>()
  const weighed: Weighed[] = []
  let loaded = false
  tab.on("load", () => {
    loaded = true
  })
  session.on("Network.requestWillBeSent", ({ requestId }) => asked.set(requestId, !loaded))
  session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type))
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength: bytes }) => {
    const type = kinds.get(requestId) as keyof typeof KINDS
    weighed.push({ kind: KINDS[type] ?? "other", bytes, beforeLoad: asked.get(requestId) ?? false })
  })
  await tab.goto(url, { waitUntil: "load" })
  await tab.waitForTimeout(AFTER_LOAD_MS)
  return weighed
}

function figuresOf(page: string, weighed: Weighed[]): Figure[] {
  const kb = (list: Weighed[]) => list.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  const before = weighed.filter(({ beforeLoad }) => beforeLoad)
  const of = (...kinds: string[]) => kb(before.filter(({ kind }) => kinds.includes(kind)))
  const base = { unit: "kB", better: "less" } as const
  return [
    { name: `${page}: HTML + CSS`, value: of("HTML", "CSS"), ...base, aim: 14 },
    { name: `${page}: script before load`, value: of("JS"), ...base, aim: 3 },
    { name: `${page}: pictures before load`, value: of("pictures"), ...base },
    { name: `${page}: everything before load`, value: kb(before), ...base, aim: 60 },
    { name: `${page}: everything after load`, value: kb(weighed) - kb(before), ...base },
  ]
}
