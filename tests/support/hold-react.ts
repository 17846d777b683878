import type { Page, Route } from "playwright"
import { expect } from "./expect.ts"

/** Keeps React's entry from arriving until the answer is called, which waits until React has the page. */
export async function holdReact(page: Page) {
  const held: Route[] = []
  let open = false
  await page.route(/entry\.client/, (route) => {
    if (open) return route.continue()
    held.push(route)
  })
  return async () => {
    open = true
    // One that a page asked for which was left meanwhile is nobody's any more.
    await Promise.allSettled(held.map((route) => route.continue()))
    await hydrated(page)
  }
}

/** Until React has the page. */
export const hydrated = (page: Page) =>
  expect(page.locator("html[data-hydrated]")).toBeAttached({ timeout: 20_000 })
