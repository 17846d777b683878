import type { Page } from "playwright"
import { beforeEach, describe, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

// Its own installation, because the test stops it: to a service worker, that is the same as no network.
const server = useServer()
const browser = useBrowser()

const ALLOWED = { context: { serviceWorkers: "allow" } } as const
const STAYS = "You're offline. This page stays; try again when the network is back."

beforeEach(() => browser.expectProblem(/ERR_CONNECTION_REFUSED|WebSocket connection to|Failed to fetch/))

/** A page that its service worker controls. */
async function visit(path: string): Promise<Page> {
  const page = await browser.visit(server.url, ALLOWED)
  await page.goto(path)
  await controlled(page)
  return page
}

/**
 * A page that is opened right after a sign-out may still register the worker that is being removed; the next page gets
 * its own.
 */
async function controlled(page: Page): Promise<void> {
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
  await expect(async () => {
    if (!(await isControlled())) await page.reload()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 3_000 })
  }).toPass()
}

const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(
      names.map(async (name) => (await caches.open(name)).keys().then((all) => all.map(({ url }) => url))),
    )
    return requests.flat().map((url) => new URL(url).pathname)
  })

describe("without a network", { tags: ["APP-1"] }, () => {
  it("every page is one that says so, from the first visit on, and comes by itself afterwards", async () => {
    const page = await visit("/about")
    await page.goto("about:blank")
    await server.crash()
    await page.goto(`${server.url}/home?zip=10001`)
    await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible()
    expect(new URL(page.url()).search).toBe("?zip=10001")
    await server.restart()
    await page.evaluate(() => dispatchEvent(new Event("online")))
    await expect(page.getByRole("heading", { name: "You're offline" })).toBeHidden()
    expect(new URL(page.url()).search).toBe("?zip=10001")
  })

  it("a followed link and a reload leave the open page as it is, with what was typed", {
    tags: ["APP-2"],
  }, async () => {
    const page = await visit("/login?tab=register")
    await page.getByLabel("First Name").fill("Rosa")
    await server.crash()
    await page.evaluate(() => {
      // As on a page that is not hydrated.
      location.assign("/faq")
    })
    await expect(page.getByText(STAYS)).toBeVisible()
    await expect(page.getByLabel("First Name")).toHaveValue("Rosa")
    expect(new URL(page.url()).pathname).toBe("/login")
    await server.restart()
    await page.evaluate(() => location.assign("/faq"))
    await page.waitForURL("**/faq")
  })
})

describe("what it keeps", { tags: ["APP-3"] }, () => {
  it("is static files and the page of no network, of two people one after the other too", async () => {
    const { db } = server.database
    const first = await aCustomer(db)
    const page = await browser.visit(server.url, ALLOWED)
    await signIn(page, server, first.actor)
    await page.goto("/customer-orders")
    await controlled(page)
    await page.locator("summary.round").first().click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.waitForURL("**/login")
    await page.context().clearCookies()
    const second = await aMarket(db)
    await signIn(page, server, second.actor)
    await page.goto("/marketOrders")
    await controlled(page)
    const paths = await kept(page)
    expect(paths).toContain("/offline")
    expect(paths.filter((path) => path !== "/offline" && !path.startsWith("/assets/"))).toEqual([])
    const offline = await page.evaluate(async () => (await caches.match("/offline"))?.text())
    expect(offline).toContain("You&#x27;re offline")
    expect(offline).not.toContain('data-role="')
  })

  it("goes at sign-out, with what waited on the device", { tags: ["APP-4"] }, async () => {
    const page = await browser.visit(server.url, ALLOWED)
    await signIn(page, server, (await aCustomer(server.database.db)).actor)
    await page.goto("/customer-orders")
    await controlled(page)
    await page.evaluate(() => {
      localStorage.setItem("mine", "yes")
      indexedDB.open("courier-steps-1", 1)
    })
    await page.locator("summary.round").first().click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.waitForURL("**/login")
    expect(await page.evaluate(() => localStorage.getItem("mine"))).toBeNull()
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([])
  })
})

describe("another service worker", { tags: ["APP-5"] }, () => {
  it("comes in the middle of a form and loses nothing of it", async () => {
    const page = await visit("/login?tab=register")
    await hydrated(page)
    await page.getByLabel("First Name").fill("Rosa")
    const before = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
    // The worker that removes itself is a different script.
    await server.restart({ SERVICE_WORKER: "off" })
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      await registration?.update()
    })
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration()) === undefined)
    await expect(page.getByLabel("First Name")).toHaveValue("Rosa")
    expect(before).toBe(`${server.url}/service-worker.js`)
    await expect.poll(() => kept(page)).toEqual([])
    await page.goto("/about")
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
    await server.restart()
    await page.goto("/about")
    await controlled(page)
  })
})
