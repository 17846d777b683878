import { findHeadlessChromium } from "@pushcart/devkit/find-chromium"
import { chromium, type Page } from "playwright"
import type { Cluster } from "./cluster.ts"

const HYDRATED = "html[data-hydrated]"
const PATIENCE_MS = 10_000

/** A browser that reports its problems: missing files and failed scripts. */
export interface Visitor {
  /** Opens a page for the first time, with an empty cache, and waits for hydration. */
  visit(path: string): Promise<void>
  /** Opens a page on a slow network, where scripts load on the first touch. `touch` waits for hydration. */
  open(path: string): Promise<{ touch(): Promise<void> }>
  pages(): number
  problems: string[]
  close(): Promise<void>
}

/** Returns undefined without Chromium. */
export async function openVisitor({ site }: Cluster): Promise<Visitor | undefined> {
  const executablePath = findHeadlessChromium()
  if (!executablePath) return undefined
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
  const problems: string[] = []
  let pages = 0

  async function newPage(savesData: boolean): Promise<Page> {
    const context = await browser.newContext({ baseURL: site, serviceWorkers: "block" })
    if (savesData)
      await context.addInitScript(() =>
        Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
      )
    const page = await context.newPage()
    page.on("response", (answer) => {
      if (answer.status() >= 400) problems.push(`${answer.status()} ${new URL(answer.url()).pathname}`)
    })
    page.on("pageerror", (error) => problems.push(`${new URL(page.url()).pathname}: ${error.message}`))
    pages += 1
    return page
  }

  async function untilHydrated(page: Page, path: string): Promise<void> {
    const hydrated = page.locator(HYDRATED).waitFor({ state: "attached", timeout: PATIENCE_MS })
    await hydrated.catch(() => problems.push(`${path}: React never had the page`))
    await page.context().close()
  }

  return {
    problems,
    pages: () => pages,
    async visit(path) {
      const page = await newPage(false)
      await page.goto(path)
      await untilHydrated(page, path)
    },
    async open(path) {
      const page = await newPage(true)
      await page.goto(path)
      return {
        async touch() {
          await page.keyboard.press("Tab")
          await untilHydrated(page, path)
        },
      }
    },
    close: () => browser.close(),
  }
}

/** Loads every file that a page names, each from the process that the balancer chooses. */
export async function readFilesOf(
  { site }: Cluster,
  path: string,
): Promise<{ files: number; missing: string[] }> {
  const html = await (await fetch(site + path, { headers: { accept: "text/html" } })).text()
  const names = [...new Set(html.match(/\/assets\/[\w.-]+\.(js|css|woff2)/g))]
  const missing: string[] = []
  for (const name of names) {
    const answer = await fetch(site + name)
    await answer.arrayBuffer()
    if (answer.status !== 200) missing.push(`${answer.status} ${name}`)
  }
  return { files: names.length, missing }
}
