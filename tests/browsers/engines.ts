import { findHeadlessChromium } from "@pushcart/devkit/find-chromium"
import puppeteer, { type Browser, type LaunchOptions, type Page } from "puppeteer-core"
import { afterAll, afterEach, beforeAll } from "vitest"
import type { Site } from "#tests/support/server.ts"
import type { DrivenWindow } from "./driven-window.ts"
import { FIREFOX } from "./require-engines.ts"
import { useWebkit } from "./webkit.ts"

type Cookie = { name: string; value: string }
/** Opens a window of a new visitor with these cookies. */
type OpenWindow = (cookies?: readonly Cookie[]) => Promise<DrivenWindow>

/** Each engine by its name. Called in a `describe`, which starts the engine before its tests and ends it after them. */
export const ENGINES: Record<string, (site: Site) => OpenWindow> = {
  Chromium: (site) =>
    usePuppeteer(site, { browser: "chrome", executablePath: findHeadlessChromium(), args: ["--no-sandbox"] }),
  Firefox: (site) => usePuppeteer(site, { browser: "firefox", executablePath: FIREFOX }),
  WebKit: (site) => {
    const openWindow = useWebkit(site)
    return (cookies = []) => openWindow(cookies)
  },
}

/** Puppeteer drives Firefox over WebDriver BiDi, and Chromium over its own protocol. */
function usePuppeteer(site: Site, options: LaunchOptions): OpenWindow {
  let browser: Browser
  beforeAll(async () => {
    browser = await puppeteer.launch({ headless: true, ...options })
  })
  afterEach(async () => {
    for (const context of browser.browserContexts())
      if (context !== browser.defaultBrowserContext()) await context.close()
  })
  afterAll(() => browser.close())
  return async (cookies = []) => {
    const context = await browser.createBrowserContext()
    await context.setCookie(...cookies.map((cookie) => ({ ...cookie, domain: "localhost", path: "/" })))
    const page = await context.newPage()
    await page.setViewport({ width: 1280, height: 900 })
    return driven(page, site.url)
  }
}

function driven(page: Page, origin: string): DrivenWindow {
  return {
    goto: (path) => page.goto(new URL(path, origin).href),
    async evaluate(run, ...args) {
      // Without `await`, JavaScriptCore drops this frame from the stack, where Puppeteer looks for it.
      return await page.evaluate(run as (...given: unknown[]) => ReturnType<typeof run>, ...args)
    },
    click: (selector) => page.click(selector),
    choose: async (selector, value) => void (await page.select(selector, value)),
    async type(selector, text) {
      const field = await page.$(selector)
      const isFile = await field?.evaluate((element) => (element as HTMLInputElement).type === "file")
      if (isFile) await (field as Awaited<ReturnType<typeof page.$<"input">>>)?.uploadFile(text)
      else await page.type(selector, text)
    },
  }
}
