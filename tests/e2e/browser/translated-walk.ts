import type { RouteConfigEntry } from "@react-router/dev/routes"
import type { JSHandle, Page, Request } from "playwright"
import { beforeAll } from "vitest"
import { BROKEN_WORDS } from "#app/error-words.ts"
import routes from "#app/routes.ts"
import { createNormalizer } from "#tests/baseline/normalize.ts"
import { type Role, worldBuilder } from "#tests/baseline/page-world.ts"
import { aPageWorld, type PageWorld } from "#tests/baseline/pages-of-people.ts"
import { type TestBrowser, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { type Site, useServer } from "#tests/support/server.ts"
import type { Person } from "#tests/support/sessions.ts"
import { PASSWORD, signIn } from "#tests/support/sign-in.ts"
import { translatePage } from "#tests/support/translate-page.ts"
import { type Found, nextToPress, notPressable, numbersShown, pressIt } from "./pressable.ts"

/** The maximum number of URLs visited per path, for example an order's page in several statuses. */
const MOST_OF_A_PATH = 3
/** The location of the markets. */
const MANHATTAN = { geolocation: { latitude: 40.7506, longitude: -73.9972 }, permissions: ["geolocation"] }

/** Several people of one role in a row, on translated pages, who press every control. */
export interface Walk {
  page: Page
  /** Another page of the same person, to compare with after a reload. */
  fresh: Page
  server: Site
  pages: number
  presses: number
  /** How many times the numbers were compared with those of the reloaded page. */
  compared: number
  /** What was pressed on each path, and in the layout. */
  pressed: Map<string, Set<string>>
  pressedAround: Set<string>
  /** The paths that showed a page. */
  seen: Set<string>
  /** The controls that were not pressed, by reason. */
  unpressed: Map<string, Set<string>>
  faults: string[]
  /** Requests that have no response yet. */
  asked: Set<Request>
}

/** Its own installation with the people and data of the recorded pages. */
export function usePageWorld() {
  const server = useServer()
  const browser = useBrowser()
  let world: PageWorld | undefined
  beforeAll(async () => {
    world = await aPageWorld(worldBuilder(server, createNormalizer()))
  }, 120_000)
  return { server, aWalk: () => aWalk(browser, server), world: () => world as PageWorld }
}

export const as = (role: Role, someone: { userId: string } | { sellerId: string }): Person => ({
  role,
  userId: "sellerId" in someone ? someone.sellerId : someone.userId,
})

async function aWalk(browser: TestBrowser, server: Site): Promise<Walk> {
  // The products have image names, but no files.
  browser.expectProblem(/^404 for image/)
  const page = await browser.visit(server.url, { context: MANHATTAN })
  const asked = new Set<Request>()
  page.on("request", (request) => {
    if (["document", "fetch", "xhr"].includes(request.resourceType())) asked.add(request)
  })
  page.on("requestfinished", (request) => asked.delete(request))
  page.on("requestfailed", (request) => asked.delete(request))
  // A response whose body is never read is not reported as finished.
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.startsWith("/api/")) asked.delete(response.request())
  })
  page.on("dialog", (dialog) => void dialog.accept().catch(() => {}))
  return {
    page,
    fresh: await browser.again(page),
    server,
    asked,
    pages: 0,
    presses: 0,
    compared: 0,
    pressed: new Map(),
    pressedAround: new Set(),
    seen: new Set(),
    unpressed: new Map(),
    faults: [],
  }
}

/**
 * Opens each URL as this person, translates it and presses everything: each control once for all URLs of a path, for
 * all rows of a list, and for all people of the walk.
 */
export async function walkAs(
  walk: Walk,
  person: Person | undefined,
  addresses: readonly string[],
): Promise<void> {
  await walk.page.context().clearCookies()
  if (person) await signIn(walk.page, walk.server, person)
  for (const address of someOfEach(walk, addresses))
    if (await open(walk, address)) await pressAll(walk, address)
}

/** A limited number of URLs per path, and each URL once. */
function someOfEach(walk: Walk, addresses: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return [...new Set(addresses)].filter((address) => {
    const path = pathOf(walk, address)
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    if (count > MOST_OF_A_PATH) passOver(walk, `addresses of a path after the first ${MOST_OF_A_PATH}`, path)
    return count <= MOST_OF_A_PATH
  })
}

const pathOf = (walk: Walk, address: string) => new URL(address, walk.server.url).pathname

function passOver(walk: Walk, reason: string, what: string): void {
  const others = walk.unpressed.get(reason) ?? new Set()
  walk.unpressed.set(reason, others.add(what))
}

/** Opens a page and translates it. False if the URL redirects elsewhere or has no page. */
export async function open(walk: Walk, address: string): Promise<boolean> {
  const { page } = walk
  const response = await page.goto(address)
  const path = pathOf(walk, address)
  if (!response?.ok() || pathOf(walk, page.url()) !== path) return false
  if (!/html/.test(response.headers()["content-type"] ?? "")) return false
  await translated(walk)
  walk.seen.add(path)
  walk.pages += 1
  return true
}

/** Hydrates the page first: a browser translates after that. */
async function translated({ page }: Walk): Promise<void> {
  // Some pages do not load React.
  if (await page.locator("script[src*='entry.client'], link[href*='entry.client']").count())
    await hydrated(page)
  await translatePage(page)
}

async function pressAll(walk: Walk, address: string): Promise<void> {
  const { page, pressedAround } = walk
  const path = pathOf(walk, address)
  const onPath = walk.pressed.get(path) ?? new Set<string>()
  walk.pressed.set(path, onPath)
  for (;;) {
    const next = await page.evaluateHandle(nextToPress, [...onPath, ...pressedAround])
    const found = await next.evaluate((one) => one && { ...one, element: null })
    if (!found) break
    ;(found.isAround ? pressedAround : onPath).add(found.key)
    if (found.isLast) {
      passOver(walk, "until the end", found.key)
      continue
    }
    await press(walk, next, `${address}: ${found.key}`)
    if (pathOf(walk, page.url()) !== path) {
      const pages = walk.pages
      if (!(await open(walk, address))) return
      walk.pages = pages
    }
    // A form that the browser itself sent.
    else if (await page.evaluate(() => !window.staleTexts)) await translated(walk)
  }
  for (const { reason, what } of await page.evaluate(notPressable)) passOver(walk, reason, what)
}

async function press(walk: Walk, next: JSHandle<Found>, where: string): Promise<void> {
  const { page, faults } = walk
  const faultsBefore = faults.length
  let hasSent = false
  const onRequest = (request: Request) => {
    hasSent ||= request.method() !== "GET"
  }
  page.on("request", onRequest)
  const [address, before] = [page.url(), await page.evaluate(numbersShown)]
  // The page may navigate away in the meantime.
  await watched(walk, where, () => next.evaluate(pressIt).catch(() => {}))
  page.off("request", onRequest)
  const isSamePage = withoutHash(page.url()) === withoutHash(address)
  if (hasSent && isSamePage && faults.length === faultsBefore) await compareNumbers(walk, before, where)
}

const withoutHash = (address: string) => address.split("#")[0]

/** Waits until a press has taken effect, and looks for an error page and for old texts. */
async function watched(walk: Walk, where: string, doIt: () => Promise<unknown>): Promise<void> {
  const { page, faults } = walk
  const onError = (error: Error) => faults.push(`${where}: ${error.name} ${error.message}`)
  page.on("pageerror", onError)
  walk.presses += 1
  await doIt()
  await untilAnswered(walk).catch((error: Error) => faults.push(`${where}: ${error.message}`))
  walk.asked.clear()
  page.off("pageerror", onError)
  const { title, stale } = await page.evaluate(() => ({
    title: document.querySelector("h1")?.textContent,
    stale: window.staleTexts?.splice(0) ?? [],
  }))
  if (title === BROKEN_WORDS.title) faults.push(`${where}: ${title}`)
  faults.push(...stale.map((text) => `${where}: old text, ${text}`))
}

/** Uses the button at the top of every page. */
export async function signOut(walk: Walk, person: Person): Promise<void> {
  await walkAs(walk, person, [])
  expect(await open(walk, "/account")).toBe(true)
  const button = walk.page.locator("form[action='/logout'] button").first()
  await watched(walk, "signing out", () => button.evaluate((one: HTMLButtonElement) => one.click()))
  expect(await open(walk, "/account")).toBe(false)
}

/** Deletes the account of someone without open orders. */
export async function deleteAccount(walk: Walk, person: Person): Promise<void> {
  const { page } = walk
  await walkAs(walk, person, [])
  expect(await open(walk, "/account/delete")).toBe(true)
  await page.getByLabel("Your password").fill(PASSWORD)
  await watched(walk, "deleting the account", () =>
    page.getByRole("button", { name: "Delete my account" }).click(),
  )
  expect(pathOf(walk, page.url())).toBe("/goodbye")
}

/**
 * If a press sent something and changed a number, the same page, loaded again in a second tab, must show the same
 * numbers.
 */
async function compareNumbers(walk: Walk, before: string[], where: string): Promise<void> {
  const { page, fresh } = walk
  if (String(await page.evaluate(numbersShown)) === String(before)) return
  walk.compared += 1
  await fresh.goto(page.url())
  const shown = async () => [await page.evaluate(numbersShown), await fresh.evaluate(numbersShown)] as const
  const areSame = async () => {
    const [here, there] = await shown()
    return String(here) === String(there)
  }
  try {
    await expect.poll(areSame).toBe(true)
  } catch {
    const [here, there] = await shown()
    const old = here.filter((text) => !there.includes(text))
    const missing = there.filter((text) => !here.includes(text))
    walk.faults.push(`${where}: shows ${JSON.stringify(old)}, reloaded ${JSON.stringify(missing)}`)
  }
}

const addressOf = (request: Request) => `${request.method()} ${request.url()}`

/** Waits until every request has its response and the page shows it. */
async function untilAnswered({ page, asked }: Walk): Promise<void> {
  const frames = () =>
    page
      .evaluate(
        () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      )
      .catch(() => {})
  do {
    await frames()
    await expect.poll(() => [...asked].map(addressOf), { intervals: [10] }).toEqual([])
    await page.waitForLoadState("domcontentloaded")
    await frames()
  } while (asked.size > 0)
}

/** Prints what was pressed and what was not, and fails with everything that was found. */
export async function reportWalk(who: string, walk: Walk, ownPaths: readonly string[]): Promise<void> {
  const { pages, presses, compared, seen, faults } = walk
  const left = [...walk.unpressed].map(([reason, what]) => `\n  ${reason}: ${[...what].sort().join(", ")}`)
  console.info(
    `${who}: ${pages} pages, ${presses} presses, after ${compared} of them numbers compared with the reloaded page. Not pressed:${left.join("")}`,
  )
  expect(faults).toEqual([])
  const notSeen = pagesOf((await routes) as RouteConfigEntry[]).filter(
    (path) => ownPaths.includes(path) && !seen.has(path),
  )
  expect(notSeen, "pages that nobody saw").toEqual([])
}

/** The paths of the routes that render a page. `/see-order` only has an action. */
const pagesOf = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ children, path = "", file }) => {
    if (children) return pagesOf(children)
    return file.endsWith(".tsx") && path !== "see-order" ? [`/${path}`] : []
  })
