import type { Page, Route } from "playwright"
import { expect } from "./expect.ts"

/** Holds back React's entry script until the returned function is called, which then waits for hydration. */
export async function holdReact(page: Page) {
  const held: Route[] = []
  let open = false
  await page.route(/entry\.client/, (route) => {
    if (open) return route.continue()
    held.push(route)
  })
  return async () => {
    open = true
    // A request of a page that has been left can no longer continue; ignore its error.
    await Promise.allSettled(held.map((route) => route.continue()))
    await hydrated(page)
  }
}

/** Waits until React has hydrated the page. */
export const hydrated = (page: Page) =>
  expect(page.locator("html[data-hydrated]")).toBeAttached({ timeout: 20_000 })
