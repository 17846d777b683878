import puppeteer, { type Browser, type Page } from "puppeteer-core"
import { afterAll, afterEach, beforeAll } from "vitest"
import type { Site } from "#tests/support/server.ts"
import { type Person, sessionCookies } from "#tests/support/sessions.ts"
import { FIREFOX } from "./require-engines.ts"

/** Starts Firefox, which speaks WebDriver BiDi natively; returns a page of a new visitor, signed in as this person. */
export function useFirefox(site: Site): (person: Person) => Promise<Page> {
  let firefox: Browser
  beforeAll(async () => {
    firefox = await puppeteer.launch({ browser: "firefox", executablePath: FIREFOX, headless: true })
  })
  afterEach(async () => {
    for (const context of firefox.browserContexts())
      if (context !== firefox.defaultBrowserContext()) await context.close()
  })
  afterAll(() => firefox.close())
  return async (person) => {
    const context = await firefox.createBrowserContext()
    const cookies = await sessionCookies(site, person)
    await context.setCookie(...cookies.map((cookie) => ({ ...cookie, domain: "localhost", path: "/" })))
    const page = await context.newPage()
    await page.setViewport({ width: 1280, height: 900 })
    return page
  }
}
