import { brotliCompressSync } from "node:zlib"
import { expect, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { useServer } from "#tests/support/server.ts"

const server = useServer()
const browser = useBrowser()

/** Bytes of a file as it goes over the line. */
async function sent(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { "accept-encoding": "br" } })
  return brotliCompressSync(Buffer.from(await answer.arrayBuffer())).byteLength
}

it("opens home with at most 14 kB of HTML and CSS, at most 3 kB of script of ours, and no React before load", async () => {
  const page = await browser.visit(server.url, { viewport: "phone" })
  await page.goto("/home", { waitUntil: "load" })
  const html = await (await fetch(`${server.url}/home`)).text()
  expect(html).not.toContain("modulepreload")
  const { css, early } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[]
    return {
      css: [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].map(({ href }) => href),
      early: files
        .filter(({ name, startTime }) => name.endsWith(".js") && startTime < navigation!.loadEventStart)
        .map(({ name }) => name),
    }
  })
  const styles = await Promise.all(css.map(sent))
  const document_ = brotliCompressSync(html).byteLength
  const first = document_ + styles.reduce((sum, bytes) => sum + bytes, 0)
  expect(first, `HTML ${document_} and CSS ${styles.join(" + ")} bytes`).toBeLessThanOrEqual(14_000)
  expect(early.filter((name) => !name.includes("/assets/small/"))).toEqual([])
  const ours = await Promise.all(early.map(sent))
  expect(ours.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(3_000)
  console.info(JSON.stringify({ html: document_, styles, ours }))
})

it("puts the base under the components whichever style sheet comes first", async () => {
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
