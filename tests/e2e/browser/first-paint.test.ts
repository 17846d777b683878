import type { Page } from "playwright"
import { describe, it } from "vitest"
import { onSavedData, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { proceed, shopperWith, twoMarkets } from "./checkout-steps.ts"

const server = useSharedServer()
const browser = useBrowser()

/** The URLs of all style sheets that the page requests from now on, except the map's. */
function sheetsOf(page: Page): string[] {
  const asked: string[] = []
  page.on("request", (request) => {
    if (/\/(?!base-map|maplibre)[^/]*\.css(\?|$)/.test(request.url()))
      asked.push(new URL(request.url()).pathname)
  })
  return asked
}

/** Two effects that only our style sheet has: the headings' display font, and a column of the right width. */
const looks = (page: Page) =>
  page.evaluate(() => {
    const { fontFamily } = getComputedStyle(document.querySelector("h1")!)
    const { maxWidth } = getComputedStyle(document.querySelector("main")!)
    return { fontFamily, maxWidth, ground: getComputedStyle(document.documentElement).backgroundColor }
  })

const STYLED = { fontFamily: expect.stringContaining("Bricolage"), maxWidth: "1180px" }
const kept = (page: Page) =>
  expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain("css")

describe("a browser's first page", () => {
  it("has its style sheet within it, and fetches the file for the next one, which names it", {
    tags: ["WEAK-10"],
  }, async () => {
    const page = await browser.visit(server.url)
    const asked = sheetsOf(page)
    await page.goto("/home")
    expect(await looks(page)).toMatchObject(STYLED)
    await kept(page)
    const [sheet] = asked
    expect(asked).toEqual([expect.stringMatching(/^\/assets\/app-.+\.css$/)])
    await page.goto("/about")
    expect(await page.locator("style[data-sheet]").count()).toBe(0)
    expect(await page.locator(`link[rel=stylesheet][href="${sheet}"]`).count()).toBe(1)
    expect(await looks(page)).toMatchObject(STYLED)
  })

  it("is styled by day, by night and on paper", { tags: ["WEAK-10"] }, async () => {
    const page = await browser.visit(server.url)
    await page.emulateMedia({ colorScheme: "light" })
    await page.goto("/home")
    const awning = () => page.locator(".awning").evaluate((element) => getComputedStyle(element).display)
    const background = () =>
      page.locator("html").evaluate((root) => getComputedStyle(root).getPropertyValue("background-color"))
    expect(await awning()).toBe("block")
    const light = await background()
    await page.emulateMedia({ colorScheme: "dark" })
    await expect.poll(background).not.toBe(light)
    await page.emulateMedia({ media: "print", colorScheme: "dark" })
    await expect.poll(background).toBe(light)
    await expect.poll(awning).toBe("none")
  })

  it("names another style sheet's file again once the site has another one", {
    tags: ["WEAK-10"],
  }, async () => {
    const page = await browser.visit(server.url)
    await page.context().addCookies([{ name: "css", value: "/assets/app-ofyesterday.css", url: server.url }])
    await page.goto("/home")
    expect(await page.locator("style[data-sheet]").count()).toBe(1)
    expect(await looks(page)).toMatchObject(STYLED)
  })
})

it("keeps the style sheet when React hydrates the page, and adds what the next page needs before it is seen", {
  tags: ["WEAK-10"],
}, async () => {
  const { db } = server.database
  const market = await aMarket(db)
  const product = await aProduct(db, market)
  const { page, customer } = await shopperWith(server, browser, [])
  await anOrder(db, { customer, market, product })
  await page.goto("/customer-dashboard")
  await hydrated(page)
  expect(await page.locator("style[data-sheet]").count()).toBe(1)
  expect(await page.locator("link[rel=stylesheet]").count()).toBe(0)
  // Checks in every frame that shows an order in the list whether the page's style sheet applies.
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      const row = document.querySelector(".order-row")
      if (row) seen.push(getComputedStyle(row).position)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>("a[href='/customer-orders']")!.click())
  await expect(page.locator(".order-row").first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => (window as unknown as { seen: string[] }).seen)).not.toEqual([])
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect([...new Set(seen)]).toEqual(["relative"])
  expect(await looks(page)).toMatchObject(STYLED)
  expect(await page.locator("style[data-sheet]").count()).toBe(1)
})

describe("our page script", () => {
  const isRunning = (page: Page) => expect(page.locator("html")).toHaveAttribute("data-small", "")

  it("is asked for once the page is painted, and not before", { tags: ["WEAK-12"] }, async () => {
    const page = await browser.visit(server.url)
    await page.goto("/home")
    await isRunning(page)
    const { painted, asked } = await page.evaluate(() => {
      const first = (entries: PerformanceEntryList, name: RegExp) =>
        entries.find((entry) => name.test(entry.name))!.startTime
      return {
        painted: first(performance.getEntriesByType("paint"), /first-contentful-paint/),
        asked: first(performance.getEntriesByType("resource"), /assets\/small\/small-/),
      }
    })
    expect(asked).toBeGreaterThanOrEqual(painted)
  })

  it("runs without a paint event too, and so does React, a second after load", {
    tags: ["WEAK-12"],
  }, async () => {
    const page = await browser.visit(server.url)
    await page.addInitScript(() => {
      PerformanceObserver.prototype.observe = () => {}
    })
    await page.goto("/home")
    await isRunning(page)
    await hydrated(page)
    const waited = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
      const react = performance.getEntriesByType("resource").find(({ name }) => /assets\/react-/.test(name))
      return react!.startTime - navigation!.loadEventStart
    })
    // Two clocks of the browser, which may differ by a millisecond.
    expect(waited).toBeGreaterThan(990)
  })
})

it("moves nothing at checkout when React hydrates the page and the clock begins to run", {
  tags: ["WEAK-11"],
}, async () => {
  const { melon } = await twoMarkets(server.database.db)
  const { page } = await shopperWith(server, browser, [{ productId: melon.id }], { viewport: "phone" })
  await proceed(page, "Pick up")
  await page.goto("/pay")
  await expect(page.getByText(/We're holding your items for \d+:\d\d\./)).toBeVisible()
  const shifts = await page.evaluate(
    () =>
      new Promise<number[]>((done) => {
        const seen: number[] = []
        new PerformanceObserver((list) => {
          seen.push(
            ...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value),
          )
        }).observe({ type: "layout-shift", buffered: true })
        requestAnimationFrame(() => setTimeout(() => done(seen)))
      }),
  )
  expect(shifts).toEqual([])
})

it("draws the map once it is in view, after the words and by itself, and on Save-Data when it is asked for", {
  tags: ["MAP-5"],
}, async () => {
  browser.expectProblem(/tiles\.openfreemap\.org|ERR_FAILED/)
  const place = await aPlace(server)
  await aMarket(server.database.db, { ...place, name: "Harbor Stalls" })
  const path = `/home?zip=${place.zip}`
  const drawn = (page: Page) => page.getByRole("button", { name: "1. Harbor Stalls", exact: true })
  const page = await browser.visit(server.url, { map: true })
  await page.goto(path)
  await expect(drawn(page)).toBeVisible({ timeout: 30_000 })
  const early = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
    return performance
      .getEntriesByType("resource")
      .filter(
        ({ name, startTime }) => /maplibre|\/map\//.test(name) && startTime < navigation!.loadEventStart,
      )
  })
  expect(early).toEqual([])

  const other = await browser.visit(server.url, { map: true })
  await other.addInitScript(onSavedData)
  const asked: string[] = []
  other.on("request", (request) => asked.push(request.url()))
  await other.goto(path)
  await other.keyboard.press("Shift")
  await hydrated(other)
  expect(asked.filter((url) => /maplibre|\/map\//.test(url))).toEqual([])
  await other.getByRole("button", { name: "Show the map" }).focus()
  await other.keyboard.press("Enter")
  await expect(drawn(other)).toBeVisible({ timeout: 30_000 })
})
