import { mkdirSync } from "node:fs"
import { findHeadlessChromium } from "@pushcart/devkit/find-chromium"
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright"
import { afterEach, beforeEach, expect } from "vitest"
import { newClientAddress } from "./client-address.ts"
import { fixedCost } from "./fixed-costs.ts"

export const VIEWPORTS = {
  phone: { width: 375, height: 812 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 900 },
} as const

export interface PageOptions {
  viewport?: keyof typeof VIEWPORTS
  /** False: the page behaves as if scripts were blocked or failed to load. */
  javaScript?: boolean
  /**
   * Whether the map is rendered. Off by default, because without a graphics card a map costs more than the rest of its
   * page.
   */
  map?: boolean
  /** Any other option of Playwright's: geolocation, permissions, color scheme … */
  context?: BrowserContextOptions
}

export interface TestBrowser {
  /** Opens a page of a new visitor with separate cookies. */
  visit(baseUrl: string, options?: PageOptions): Promise<Page>
  /** Opens another page of the same visitor. */
  again(page: Page): Promise<Page>
  /** Expects a console message or error of the browser in this test. */
  expectProblem(pattern: RegExp): void
}

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Tests need no internet: as on a closed network, no outside host can be reached.
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1",
]
const ARTIFACTS = "tests/.artifacts"
/**
 * How long a click or another step waits for its element. Shorter than a test's timeout, whose message names no step.
 */
const STEP_MS = 40_000

/** One Chromium for all files of a worker; it exits with the worker. */
let launched: Promise<Browser> | undefined

/**
 * Browser contexts for the tests of a file, each with its own cookies and client address. A test fails if the browser
 * reports any problem: console errors, uncaught exceptions, violations of the content security policy, missing files.
 */
export function useBrowser(): TestBrowser {
  const executablePath = findHeadlessChromium()
  let contexts: BrowserContext[] = []
  let problems: string[] = []
  let expected: RegExp[] = []

  beforeEach((test) => {
    if (!executablePath)
      test.skip("Chromium is not installed: apt-get install chromium, or set CHROMIUM_PATH")
    problems = []
    expected = []
  })
  afterEach(async ({ task }) => {
    const failed = task.result?.state === "fail"
    const pages: string[] = []
    for (const context of contexts) {
      if (failed) pages.push(...(await describePages(context, task.name)))
      // A request that a test's own route still holds is dropped with its page, without an error.
      for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" })
      await context.close()
    }
    contexts = []
    // If the screenshots are not available, as in CI, this message is all that is known about the failure.
    if (failed) throw new Error(`How the pages stood:\n${pages.join("\n")}\n${problems.join("\n")}`)
    const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
    expect(unexpected, "the browser complained").toEqual([])
  })

  return {
    async visit(baseUrl, options = {}) {
      launched ??= fixedCost("Chromium", () => chromium.launch({ executablePath, args: FLAGS }))
      const browser = await launched
      const context = await browser.newContext(contextOptions(browser, baseUrl, options))
      contexts.push(context)
      // Playwright's default is to wait forever, and a test's timeout does not name the step.
      context.setDefaultTimeout(STEP_MS)
      if (options.javaScript !== false) await reportViolations(context)
      context.on("page", (page) => watch(page, (problem) => problems.push(problem)))
      return options.map ? context.newPage() : newPageWithoutMap(context)
    },
    again: (page) => newPageWithoutMap(page.context()),
    expectProblem: (pattern) => void expected.push(pattern),
  }
}

function contextOptions(browser: Browser, baseURL: string, options: PageOptions): BrowserContextOptions {
  const major = browser.version().split(".")[0]
  return {
    baseURL,
    viewport: VIEWPORTS[options.viewport ?? "desktop"],
    javaScriptEnabled: options.javaScript ?? true,
    locale: "en-US",
    // Fades and map flights take time and change nothing in the result. A test of motion turns it on.
    reducedMotion: "reduce",
    // A headless browser's own user agent would be classified as a bot, which gets the page in a different way.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
    extraHTTPHeaders: { "x-forwarded-for": newClientAddress() },
    // Requests that a service worker handles bypass the tests' own routes. Tests of the service worker allow it.
    serviceWorkers: "block",
    ...options.context,
  }
}

async function reportViolations(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(
        `Content Security Policy: ${event.violatedDirective} blocked ${event.blockedURI || "inline"}`,
      )
    })
  })
}

/** For `addInitScript`: makes the browser report that data saving is on. */
export const onSavedData = () =>
  Object.defineProperty(navigator, "connection", { value: { saveData: true, effectiveType: "4g" } })

/** A page that shows its lists without a map, as if MapLibre had not loaded. */
async function newPageWithoutMap(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Network.setBlockedURLs", { urls: ["*/maplibre*"] })
  return page
}

function watch(page: Page, report: (problem: string) => void): void {
  page.on("pageerror", (error) => {
    // A transition between two pages that were left quickly is skipped. The browser reports that as an error.
    if (/^Transition was (skipped|aborted)/.test(error.message)) return
    report(`uncaught: ${error.name} ${error.message} ${error.stack ?? ""}`)
  })
  page.on("console", (message) => {
    if (message.type() !== "error") return
    // Responses are checked below, by their request: a rejected form is not an error of the page.
    if (/^Failed to load resource/.test(message.text())) return
    report(`console: ${message.text()}`)
  })
  page.on("response", (response) => {
    const kind = response.request().resourceType()
    const isFile = ["stylesheet", "script", "image", "font", "manifest"].includes(kind)
    if (response.status() >= 500 || (isFile && response.status() >= 400))
      report(`${response.status()} for ${kind} ${response.url()}`)
  })
}

/** Takes a screenshot of each page, and returns its URL and the beginning of its text. */
async function describePages(context: BrowserContext, test: string): Promise<string[]> {
  mkdirSync(ARTIFACTS, { recursive: true })
  const name = test.replace(/[^a-z0-9]+/gi, "-").slice(0, 80)
  const described: string[] = []
  for (const [index, page] of context.pages().entries()) {
    const text = await page
      .locator("main")
      .textContent({ timeout: 2_000 })
      .catch(() => "no text")
    const isHydrated = await page
      .locator("html[data-hydrated]")
      .count()
      .catch(() => 0)
    described.push(
      `${page.url()}, ${isHydrated ? "awake" : "asleep"}: ${(text ?? "").replace(/\s+/g, " ").slice(0, 600)}`,
    )
    const path = `${ARTIFACTS}/${name}-${index}.png`
    await page.screenshot({ path, fullPage: true, timeout: 5_000 }).catch(() => {})
  }
  return described
}
