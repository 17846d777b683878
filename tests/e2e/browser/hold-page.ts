import type { Page } from "playwright"
import { hydrated } from "#tests/support/hold-react.ts"

/**
 * Holds the next data of a page back that the server has answered already, as a slow network does. What is asked for
 * besides goes through. Waits until React has the page: before that a form or a link loads the next as a document.
 */
export async function holdNext(page: Page, path: string) {
  await hydrated(page)
  const answered = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isHeld = false
  await page.route(
    (url) => url.pathname === `${path}.data`,
    async (route) => {
      if (isHeld || route.request().method() !== "GET") return route.continue()
      isHeld = true
      const response = await route.fetch()
      answered.resolve()
      await released.promise
      // Whoever asked has given it up: that is what must not happen, and the page shows it.
      await route.fulfill({ response }).catch(() => {})
    },
  )
  return { answered: answered.promise, release: released.resolve }
}
