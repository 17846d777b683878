import type { Page } from "playwright"
import { afterEach, beforeEach, expect as expectValue, it } from "vitest"
import { BROKEN_WORDS } from "#app/error-words.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { type DatabaseDoor, databaseDoor } from "#tests/support/database-door.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aPersonWithPassword, signInAt } from "#tests/support/people.ts"
import { useServer } from "#tests/support/server.ts"

let door: DatabaseDoor
const server = useServer({
  async reachDatabase(url) {
    door = await databaseDoor(url)
    return door.url
  },
})
const browser = useBrowser()
let cookie: string

beforeEach(async () => {
  await aMarket(server.database.db, { name: "Harbor Stalls" })
  cookie = await signInAt(server, await aPersonWithPassword(server.database.db, ["customer"]), "customer")
})
afterEach(async () => {
  await door.shut()
  await door.open()
})

const HEADERS = { "user-agent": "Mozilla/5.0 Chrome/140", "accept-encoding": "br" }
const ask = (path: string, more: RequestInit = {}) =>
  fetch(server.url + path, {
    redirect: "manual",
    ...more,
    headers: { ...HEADERS, origin: server.url, ...(more.headers as Record<string, string>) },
  })
/** The words of a page, without what is another one for each answer. */
const wordsOf = (html: string) =>
  html
    .replace(/<(script|style|head)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")

async function signIn(page: Page) {
  const cookies = cookie.split("; ").map((pair) => {
    const [name = "", value = ""] = pair.split("=")
    return { name, value, url: server.url }
  })
  await page.context().addCookies(cookies)
}

it("answers strangers and people with a session alike while PostgreSQL is gone: 503, and when to come back", async () => {
  // Seen often enough to be kept: a kept page must not outlive what it is drawn from.
  for (let times = 0; times < 3; times++) expectValue((await ask("/home")).status).toBe(200)
  await door.shut()
  const said = new Set<string>()
  const form = { method: "POST", body: new URLSearchParams({ email: "a@b.test", password: "x" }) }
  for (const [path, more] of [
    ["/home", {}],
    ["/home", { headers: { cookie } }],
    ["/shopping-cart", { headers: { cookie } }],
    ["/login", form],
  ] as [string, RequestInit][]) {
    const answer = await ask(path, more)
    const page = await answer.text()
    expectValue([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "5"])
    expectValue(answer.headers.get("cache-control")).toBe("no-store")
    expectValue(page).toContain(BROKEN_WORDS.text)
    said.add(wordsOf(/<main[\s\S]*<\/main>/.exec(page)?.[0] ?? ""))
  }
  expectValue([...said]).toHaveLength(1)
})

it("answers the API's callers and pages that a browser asks for with 503 too", async () => {
  await door.shut()
  for (const [headers, path] of [
    [{ cookie: "" }, "/email/emailConfirmedCustomer/no-such-link"],
    [{ cookie }, `/product/GetCurrentProduct/${crypto.randomUUID()}`],
  ] as const) {
    const data = await ask("/home.data", { headers })
    expectValue([data.status, data.headers.get("retry-after")]).toEqual([503, "5"])
    expectValue(data.headers.get("content-type")).toBe("text/x-script")
    const call = await ask(`/api/v1${path}`, { headers })
    expectValue([call.status, call.headers.get("retry-after")]).toEqual([503, "5"])
    expectValue(await call.json()).toMatchObject({ status: 503, title: "Service Unavailable" })
  }
  expectValue((await ask("/pay/return", { headers: { cookie } })).status).toBe(503)
})

it.each([{ javaScript: true }, { javaScript: false }])(
  "says so in words, and shows the markets again once PostgreSQL is back: %o",
  async (options) => {
    browser.expectProblem(/^503 for/)
    browser.expectProblem(/document/)
    for (const isSignedIn of [false, true]) {
      const page = await browser.visit(server.url, options)
      if (isSignedIn) await signIn(page)
      await door.shut()
      expectValue((await page.goto("/home"))?.status()).toBe(503)
      await expect(page.getByRole("heading", { name: BROKEN_WORDS.title })).toBeVisible()
      await expect(page.getByText(BROKEN_WORDS.text)).toBeVisible()
      await door.open()
      await page.getByRole("link", { name: "See the markets" }).click()
      await expect(page.getByText("Harbor Stalls").first()).toBeVisible()
    }
  },
)

it("says the same to somebody who goes on inside of a page, and lets them go on afterwards", async () => {
  browser.expectProblem(/^503 for/)
  const page = await browser.visit(server.url)
  await signIn(page)
  await page.goto("/customer-dashboard")
  await page.waitForFunction(() => "hydrated" in document.documentElement.dataset)
  await door.shut()
  await page.getByRole("link", { name: /cart/i }).first().click()
  await expect(page.getByRole("heading", { name: BROKEN_WORDS.title })).toBeVisible()
  await expect(page.getByText("503", { exact: true })).toBeVisible()
  await door.open()
  await page.getByRole("link", { name: "See the markets" }).click()
  await expect(page.getByText("Harbor Stalls").first()).toBeVisible()
})
