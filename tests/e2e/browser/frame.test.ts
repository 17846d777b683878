import type { Page } from "playwright"
import { afterAll, beforeAll, describe, it } from "vitest"
import type { FrameNews, Session } from "#app/context.ts"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { awake, holdReact } from "#tests/support/hold-react.ts"
import { startPageServer } from "#tests/support/page-server.ts"

let server: Awaited<ReturnType<typeof startPageServer>>
beforeAll(async () => {
  server = await startPageServer()
}, 60_000)
afterAll(() => server.stop())
const browser = useBrowser()

async function signIn(page: Page, session: Partial<Session & FrameNews>) {
  // There is no room server here: the page is told that it is signed out of it, and stops asking.
  await page.route(/rooms\/ticket/, (route) => route.fulfill({ status: 401, body: "{}" }))
  const value = encodeURIComponent(JSON.stringify(session))
  await page.context().addCookies([{ name: "test-session", value, url: server.url }])
}

const CUSTOMER: Partial<Session & FrameNews> = {
  actor: { role: "customer", userId: "u" },
  name: "Ada Byron",
  email: "ada@pushcart.test",
  cartCount: 3,
  unseenCount: 1,
  notifications: [{ id: "n", message: "Your order is ready.", date: "2024-03-05T12:00:00Z", seen: false }],
}

describe("without JavaScript", () => {
  it("opens the bell with its date, unseen dot and See Order, and the menu", async () => {
    const page = await browser.visit(server.url, { javaScript: false })
    await signIn(page, CUSTOMER)
    await page.goto("/about")
    await page.getByRole("button", { name: /Notifications/ }).click()
    await expect(page.getByText("March 5, 2024")).toBeVisible()
    await expect(page.getByRole("button", { name: "See Order" })).toBeVisible()
    await page.keyboard.press("Escape")
    await page.locator("summary", { hasText: "Your menu" }).click()
    await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible()
    await expect(page.getByRole("link", { name: "All Markets" })).toHaveAttribute("href", "/home")
  })

  it("says what is wrong with a form, keeps what was right, and never sends a password back", async () => {
    const page = await browser.visit(server.url, { javaScript: false })
    await page.goto("/dev/ui")
    await page.getByLabel("First Name").fill("Grace")
    await page.getByLabel("Email").fill("nonsense")
    await page.getByLabel("Password", { exact: true }).fill("Secret#2026!")
    await page.getByRole("button", { name: "Register" }).click()
    const summary = page.getByRole("alert")
    await expect(summary).toContainText("There are 2 problems")
    await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true")
    await expect(page.getByLabel("First Name")).toHaveValue("Grace")
    expect(await page.content()).not.toContain("Secret#2026!")
    await summary.getByRole("link").first().click()
    await expect(page.getByLabel("Email")).toBeFocused()
  })

  it("shows a refusal as a toast and at its field", async () => {
    const page = await browser.visit(server.url, { javaScript: false })
    await page.goto("/dev/ui")
    await page.getByLabel("Email").fill("ada@pushcart.test")
    await page.getByLabel("Phone").fill("2125550134")
    await page.getByRole("button", { name: "Register" }).click()
    await expect(page.locator(".toast")).toContainText("ada@pushcart.test has been used")
    await expect(page.locator(".field .error")).toContainText("has been used")
  })

  it("opens a dialog by its address and closes it by a link", async () => {
    const page = await browser.visit(server.url, { javaScript: false })
    await page.goto("/dev/ui?dialog=sample")
    await expect(page.getByRole("dialog", { name: "Hi there!" })).toBeVisible()
    await page.getByRole("link", { name: "Close" }).click()
    await expect(page.getByRole("dialog")).toHaveCount(0)
  })
})

it("takes the bell's count away on opening it, and the dots of what was new on closing it", async () => {
  const page = await browser.visit(server.url)
  await signIn(page, CUSTOMER)
  await page.goto("/about")
  await expect(page.locator("[data-badge=unseen]")).toHaveText("1")
  await page.getByRole("button", { name: /Notifications/ }).click()
  await expect(page.locator("[data-badge=unseen]")).toHaveText("")
  await expect(page.locator(".bell .dot")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.locator(".bell .dot")).toHaveCount(0)
  await page.getByRole("button", { name: "Notifications", exact: true }).click()
  await expect(page.getByText("Your order is ready.")).toBeVisible()
  await expect(page.getByText("Unseen", { exact: true })).toBeHidden()
})

it("says in the bell's name how many are unseen, and nothing where none are", async () => {
  const page = await browser.visit(server.url)
  await signIn(page, { ...CUSTOMER, cartCount: 0 })
  await page.goto("/about")
  const bell = page.locator("[popovertarget=bell]")
  await expect(bell).toHaveAccessibleName("Notifications 1 unseen")
  await bell.click()
  await expect(bell).toHaveAccessibleName("Notifications")
  await signIn(page, { ...CUSTOMER, unseenCount: 0, notifications: [] })
  await page.goto("/dev/ui")
  await expect(bell).toHaveAccessibleName("Notifications")
  await awake(page)
  await expect(bell).toHaveAccessibleName("Notifications")
})

describe("a date", () => {
  const date = (page: Page) => page.locator("main time")
  const inBell = (page: Page) => page.locator(".bell time")

  it("stays as the server wrote it while React wakes, who loads no tables of time zones or money for it", async () => {
    const page = await browser.visit(server.url)
    await page.addInitScript(() => {
      const asked: string[] = []
      for (const name of ["DateTimeFormat", "NumberFormat"] as const)
        Object.assign(Intl, {
          [name]: new Proxy(Intl[name], {
            construct: (target, given) => {
              asked.push(name)
              return Reflect.construct(target, given)
            },
          }),
        })
      Object.assign(window, { askedOfIntl: asked })
    })
    await signIn(page, CUSTOMER)
    await page.goto("/dev/ui")
    await awake(page)
    await expect(date(page)).toHaveText("March 5, 2024")
    await expect(inBell(page)).toHaveText("March 5, 2024")
    expect(await page.evaluate(() => (window as { askedOfIntl?: string[] }).askedOfIntl)).toEqual([])
  })

  it("is written by React where the server's is gone", async () => {
    const page = await browser.visit(server.url)
    const release = await holdReact(page)
    await page.goto("/dev/ui")
    await date(page).evaluate((time) => {
      time.textContent = ""
    })
    await release()
    await expect(date(page)).toHaveText("March 5, 2024")
  })
})

it("sends whoever is signed in from the landing page to their dashboard", async () => {
  const page = await browser.visit(server.url)
  await page.goto("/Welcome")
  await expect(page.getByRole("link", { name: "Get Started" })).toHaveAttribute("href", "/login")
  // The dashboards themselves need a database, which these pages do without: where it leads is enough.
  for (const [role, dashboard] of [
    ["customer", "/customer-dashboard"],
    ["seller", "/market-dashboard"],
    ["deliverer", "/express-dashboard"],
  ] as const) {
    await signIn(page, { actor: { role, userId: "u" } })
    const answer = await page.request.get("/Welcome", { maxRedirects: 0 })
    expect(answer.headers().location).toBe(dashboard)
  }
})

it("takes a toast away after five seconds, a second after the pointer left, or at a tap", async () => {
  const page = await browser.visit(server.url)
  await page.clock.install()
  await page.goto("/about")
  await expect(page.locator("html")).toHaveAttribute("data-small", "")
  const show = (text: string) =>
    page.evaluate((detail) => void dispatchEvent(new CustomEvent("pushcart:toast", { detail })), {
      text,
      kind: "good" as const,
    })
  await show("First")
  await show("Second")
  await expect(page.locator(".toast")).toHaveText(["Second", "First"])
  await page.locator(".toast", { hasText: "First" }).click()
  await expect(page.locator(".toast")).toHaveText(["Second"])
  await page.locator(".toast").hover()
  await page.clock.runFor(20_000)
  await expect(page.locator(".toast")).toHaveCount(1)
  await page.mouse.move(5, 500)
  await page.clock.runFor(1_400)
  await expect(page.locator(".toast")).toHaveCount(0)
  await show("Third")
  await page.clock.runFor(4_900)
  await expect(page.locator(".toast")).toHaveCount(1)
  await page.clock.runFor(500)
  await expect(page.locator(".toast")).toHaveCount(0)
})

it("answers an unknown address with 404 and a broken page with 500, in the site's own frame", async () => {
  const page = await browser.visit(server.url)
  await signIn(page, CUSTOMER)
  const missing = await page.goto("/nowhere")
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole("heading", { name: "Nobody has a stall here" })).toBeVisible()
  await expect(page.getByRole("link", { name: /Shopping cart/ })).toBeVisible()
  browser.expectProblem(/^500 for document|^console:/)
  const broken = await page.goto("/dev/ui?broken")
  expect(broken?.status()).toBe(500)
  await expect(page.getByRole("heading", { name: "Something fell off the cart" })).toBeVisible()
})

it("lets the keyboard skip to the content", async () => {
  const page = await browser.visit(server.url)
  await page.goto("/about")
  await page.keyboard.press("Tab")
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.locator("main")).toBeFocused()
})

for (const path of [
  "/Welcome",
  "/about",
  "/faq",
  "/terms",
  "/JesusSaves",
  "/dev/ui",
  "/dev/ui?dialog=sample",
]) {
  for (const colorScheme of ["light", "dark"] as const) {
    it(`finds no fault of accessibility on ${path} (${colorScheme}), nor a page wider than a phone`, async () => {
      const page = await browser.visit(server.url, { viewport: "phone", context: { colorScheme } })
      await signIn(page, CUSTOMER)
      if (path === "/Welcome") await page.context().clearCookies()
      await page.goto(path)
      expect(await accessibilityFaults(page)).toEqual([])
      expect(await pixelsTooWide(page)).toBeLessThanOrEqual(0)
    })
  }
}
