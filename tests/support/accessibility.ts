import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright"

type Axe = {
  run(options?: {
    runOnly: string[]
  }): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
}

let source: string | undefined

/** What axe finds on the page by day and by night, one sentence a rule. Night differs from day in its colors alone. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await show(page, "light")
  const byDay = await runAxe(page)
  await show(page, "dark")
  const byNight = await runAxe(page, ["color-contrast"])
  return [...byDay, ...byNight.map((fault) => `by night, ${fault}`)]
}

/** The browser answers before the page has its other colors. */
async function show(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(
    (wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches,
    colorScheme,
    { polling: 20 },
  )
}

/** At the end of every fade; all rules, or these. */
async function runAxe(page: Page, rules?: string[]): Promise<string[]> {
  // A transition ends by the browser's frames, which a page that is not looked at may not get. One that has ended may
  // begin another, in what inherits its color.
  await page.evaluate(() => {
    const running = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
    for (let fades = running(); fades.length > 0; fades = running()) for (const fade of fades) fade.finish()
  })
  source ??= readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
  await page.evaluate(source)
  return page.evaluate(async (runOnly) => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(runOnly && { runOnly })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
  }, rules)
}

/** How far something stands out of the screen on its right. */
export const pixelsTooWide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
