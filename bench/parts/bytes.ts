import type { Page as Tab } from "playwright"
import type { Figure, Part } from "../report/figure.ts"
import { openBrowser } from "../world/open-browser.ts"
import type { World } from "../world/open-world.ts"
import { cookiesOf, visits } from "../world/visits.ts"

const PHONE = { width: 375, height: 812 }
const KINDS = { Document: "HTML", Stylesheet: "CSS", Script: "JS", Image: "pictures", Font: "font" } as const
/** Deferred hydration waits for the load event and an idle moment. */
const AFTER_LOAD_MS = 3_000
const IMAGES_MS = 60_000

type Weighed = { kind: string; bytes: number; beforeLoad: boolean }

/** Measures the bytes of a first visit on a phone, by kind, before `load` and after it. */
export async function measureBytes(world: World): Promise<Part> {
  const browser = await openBrowser()
  if (!browser) return { part: "bytes", figures: [], notes: ["Chromium is not installed: no bytes."] }
  try {
    const weighed: Promise<Figure[]>[] = []
    for (const { name, url, cookie } of await visits(world)) {
      const open = async () => {
        const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2 })
        if (cookie) await context.addCookies(cookiesOf(cookie, world.site))
        return context.newPage()
      }
      // Images are resized on their first request; the visit before this one has paid that cost.
      const first = await open()
      await first.goto(url, { waitUntil: "load", timeout: IMAGES_MS })
      await first.context().close()
      const weigh = await weighUntilLoad(await open(), url)
      // After load, a page mostly waits, so the next page can be measured at the same time.
      weighed.push(weigh().then((list) => figuresOf(name, list)))
    }
    return { part: "bytes", figures: (await Promise.all(weighed)).flat() }
  } finally {
    await browser.close()
  }
}

/** Resolves when the page has loaded, with a function that waits for the rest and closes the page. */
async function weighUntilLoad(tab: Tab, url: string): Promise<() => Promise<Weighed[]>> {
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
  return async () => {
    await tab.waitForTimeout(AFTER_LOAD_MS)
    await tab.context().close()
    return weighed
  }
}

function figuresOf(page: string, weighed: Weighed[]): Figure[] {
  const kb = (list: Weighed[]) => list.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  const before = weighed.filter(({ beforeLoad }) => beforeLoad)
  const after = weighed.filter(({ beforeLoad }) => !beforeLoad)
  const of = (list: Weighed[], ...kinds: string[]) => kb(list.filter(({ kind }) => kinds.includes(kind)))
  const figure = (what: string, value: number, aim?: number, others?: string): Figure => ({
    name: `${page}: ${what}`,
    value,
    unit: "kB",
    better: "less",
    ...(aim === undefined ? {} : { aim }),
    ...(others ? { others } : {}),
  })
  // On /pay, the card provider's script is loaded first, and it is large.
  const isShop = page !== "/pay"
  const mostWords = page === "market" ? 25 : 18
  return [
    figure("HTML", of(before, "HTML")),
    figure("CSS", of(before, "CSS")),
    figure("HTML + CSS", of(before, "HTML", "CSS"), isShop ? mostWords : undefined),
    figure("script before load", of(before, "JS"), isShop ? 3 : undefined, "98 kB hydrated at once"),
    figure("pictures before load", of(before, "pictures")),
    figure("everything before load", kb(before), isShop ? 120 : undefined, "median mobile page 2560 kB"),
    figure("script after load", of(after, "JS")),
    figure("everything after load", kb(after)),
  ]
}
