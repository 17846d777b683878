import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright"

type Axe = {
  run(options?: {
    runOnly: string[]
  }): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
}

let source: string | undefined

/**
 * Returns axe's violations of the page in light and dark mode, one sentence each. Dark mode is checked for color
 * contrast only.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await show(page, "light")
  const byDay = await runAxe(page)
  await show(page, "dark")
  const byNight = await runAxe(page, ["color-contrast"])
  return [...byDay, ...byNight.map((fault) => `by night, ${fault}`)]
}

/** Waits for the page's colors to change, because `emulateMedia` resolves before they do. */
async function show(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(
    (wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches,
    colorScheme,
    { polling: 20 },
  )
}

/** Runs axe once all fades have ended, with the given rules or all of them. */
async function runAxe(page: Page, rules?: string[]): Promise<string[]> {
  // Finishes transitions by script: they run on the browser's frames, which a hidden page may not get. The end of one
  // may start another in an element that inherits its color.
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

/** Returns how many pixels of the page are off the screen on the right. */
export const pixelsTooWide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
