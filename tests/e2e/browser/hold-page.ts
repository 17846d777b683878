import type { Page } from "playwright"
import { hydrated } from "#tests/support/hold-react.ts"

/**
 * Holds back the response with the next page's data, as a slow network does. Other requests go through. Waits until the
 * page is hydrated: before that, a form or a link loads the next page as a document.
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
      // If the browser has canceled the request, which must not happen, the page will show that.
      await route.fulfill({ response }).catch(() => {})
    },
  )
  return { answered: answered.promise, release: released.resolve }
}
