import { brotliCompressSync } from "node:zlib"
import { expect, it } from "vitest"
import { CATEGORIES, isApparel } from "#core/catalog/categories.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { useServer } from "#tests/support/server.ts"
import { shopperWith } from "./checkout-steps.ts"

// Its own installation, because the home page must show a few markets, not those of all other tests.
const server = useServer()
const browser = useBrowser()

/** A file's transfer size in bytes. */
async function sent(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { "accept-encoding": "br" } })
  return brotliCompressSync(Buffer.from(await answer.arrayBuffer())).byteLength
}

it("opens home with at most 14 kB of HTML and CSS, at most 3 kB of script of ours, and no React before load", {
  tags: ["WEAK-1"],
}, async () => {
  const page = await browser.visit(server.url, { viewport: "phone" })
  await page.goto("/home", { waitUntil: "load" })
  const html = await (await fetch(`${server.url}/home`)).text()
  expect(html).not.toContain(`rel="modulepreload"`)
  const { css, early } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[]
    return {
      // Without the map's style sheet, which loads later.
      css: [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].flatMap(({ href }) =>
        /base-map|maplibre/.test(href) ? [] : [href],
      ),
      early: files
        .filter(({ name, startTime }) => name.endsWith(".js") && startTime < navigation!.loadEventStart)
        .map(({ name }) => name),
    }
  })
  const styles = await Promise.all(css.map(sent))
  const document_ = brotliCompressSync(html).byteLength
  const first = document_ + styles.reduce((sum, bytes) => sum + bytes, 0)
  expect(first, `HTML ${document_} and CSS ${styles.join(" + ")} bytes`).toBeLessThanOrEqual(14_000)
  expect(early).toEqual([])
  await page.locator("html[data-small]").waitFor()
  const small = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .flatMap(({ name }) => (/\/assets\/small\/small-/.test(name) ? [name] : [])),
  )
  expect(small).toHaveLength(1)
  const ours = await Promise.all(small.map(sent))
  expect(ours.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(3_000)
  console.info(JSON.stringify({ html: document_, styles, ours }))
})

it("shows home, market, product and cart for at most 60 kB with their drawings, and no React before load", {
  tags: ["WEAK-2"],
}, async () => {
  const { db } = server.database
  const market = await aMarket(db)
  const products = [await aProduct(db, market), await aProduct(db, market), await aProduct(db, market)]
  const wanted = products.map(({ id }) => ({ productId: id }))
  const weights: Record<string, number> = {}
  for (const path of [
    "/home",
    `/market-info?market=${market.id}`,
    `/view-product?product=${wanted[0]!.productId}`,
    "/shopping-cart",
  ]) {
    const { page } = await shopperWith(server, browser, wanted, { viewport: "phone" })
    const html = (await (await page.goto(path, { waitUntil: "load" }))?.text()) ?? ""
    expect(html).not.toContain(`rel="modulepreload"`)
    const files = await page.evaluate(() => {
      const all = performance.getEntries() as PerformanceResourceTiming[]
      const [navigation] = all.filter(
        ({ entryType }) => entryType === "navigation",
      ) as PerformanceNavigationTiming[]
      return all
        .filter(
          ({ entryType, startTime }) =>
            /resource|navigation/.test(entryType) && startTime <= navigation!.loadEventStart,
        )
        .map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize }))
    })
    expect(
      files.filter(({ name }) => name.endsWith(".js")),
      path,
    ).toEqual([])
    const weight = (wanted: RegExp) =>
      files.filter(({ name }) => wanted.test(name)).reduce((sum, { size }) => sum + size, 0)
    const words = weight(/\.css$/) + brotliCompressSync(html).byteLength
    expect(words, path).toBeLessThanOrEqual(path.startsWith("/market-info") ? 25_000 : 18_000)
    expect(weight(/./), path).toBeLessThanOrEqual(60_000)
    weights[path.split("?")[0]!] = weight(/./)
  }
  console.info(JSON.stringify(weights))
})

it("shows a market that sells in every category for at most 25 kB of HTML and CSS, a full cart too", {
  tags: ["WEAK-2", "MARKET-11"],
}, async () => {
  const { db } = server.database
  const market = await aMarket(db, { story: "Three farms in one family and one corner store." })
  const wanted: { productId: string }[] = []
  for (const category of CATEGORIES) {
    const isSized = isApparel(category)
    for (let n = 1; n <= 5; n += 1) {
      const { id } = await aProduct(db, market, {
        name: `${category} of the ${["river", "hill", "orchard", "meadow", "coast"][n - 1]}, ${n * 7} oz`,
        category,
        priceCents: 100 + n * 37,
        ...(isSized ? { sizes: { "9": 3, "10": 2 } } : {}),
      })
      if (!isSized && n === 1) wanted.push({ productId: id })
    }
  }
  const { page } = await shopperWith(server, browser, wanted, { viewport: "phone" })
  const response = await page.goto(`/market-info?market=${market.id}`, { waitUntil: "load" })
  expect(await page.locator(".tile").count()).toBe(4 * CATEGORIES.length)
  const sheets = await page
    .locator("link[rel=stylesheet]")
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
  const styles = await Promise.all(sheets.map(sent))
  const html = brotliCompressSync((await response?.text()) ?? "").byteLength
  const all = html + styles.reduce((sum, bytes) => sum + bytes, 0)
  expect(all, `HTML ${html} and CSS ${styles.join(" + ")} bytes`).toBeLessThanOrEqual(25_000)
  console.info(JSON.stringify({ html, styles }))
})

it("puts the base under the components whichever style sheet comes first", {
  tags: ["WEAK-10"],
}, async () => {
  const page = await browser.visit(server.url)
  await page.goto("/dev/ui")
  const button = page.getByRole("link", { name: "Check the market out" })
  const [text, ground] = await button.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element)
    return [color, backgroundColor]
  })
  const ink = await page.evaluate(() => getComputedStyle(document.body).color)
  expect(text).not.toBe(ink)
  expect(text).not.toBe(ground)
})
