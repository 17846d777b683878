import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright"

type Axe = {
  run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
}

let source: string | undefined

/** What axe finds on the page, one sentence a rule, once nothing fades any more. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().map((one) => (one instanceof CSSTransition ? one.finished : null)),
    ),
  )
  source ??= readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
  await page.evaluate(source)
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
  })
}

/** How far something stands out of the screen on its right. */
export const pixelsTooWide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
