import type { Page } from "playwright"
import { expect as expectValue, it } from "vitest"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aNotifiedCustomer, inNewYork } from "#tests/support/factories/notifications.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { holdReact, hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

const server = useSharedServer()
const browser = useBrowser()

/** The sample page has a map, whose tiles are on the internet. */
const expectNoTiles = () => browser.expectProblem(/tiles\.openfreemap\.org|ERR_FAILED/)

it("says in the name of the notifications menu how many are unseen, until it is opened; its dots go on closing it", {
  tags: ["NOTE-2", "NAV-7"],
}, async () => {
  expectNoTiles()
  const page = await browser.visit(server.url)
  await signIn(page, server, (await aNotifiedCustomer(server.database.db)).actor)
  await page.goto("/about")
  const bell = page.locator("[popovertarget=bell]")
  const unseen = page.locator("[data-badge=unseen]")
  await expect(unseen).toHaveText("1")
  await expect(bell).toHaveAccessibleName("Notifications 1 unseen")
  await bell.click()
  await expect(unseen).toHaveText("")
  await expect(bell).toHaveAccessibleName("Notifications")
  await expect(page.locator(".bell .dot")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.locator(".bell .dot")).toHaveCount(0)
  await page.getByRole("button", { name: "Notifications", exact: true }).click()
  await expect(page.getByText("Your order is ready.")).toBeVisible()
  await expect(page.getByText("Unseen", { exact: true })).toBeHidden()

  await signIn(page, server, (await aCustomer(server.database.db)).actor)
  await page.goto("/dev/ui")
  await expect(bell).toHaveAccessibleName("Notifications")
  await hydrated(page)
  await expect(bell).toHaveAccessibleName("Notifications")
})

it("wraps what stands in the menus, and keeps toasts off them", { tags: ["NAV-10", "NOTE-1"] }, async () => {
  const page = await browser.visit(server.url, { viewport: "phone" })
  await signIn(page, server, (await aNotifiedCustomer(server.database.db)).actor)
  await page.goto("/about")
  // With its default `text-wrap: pretty`, Chromium wraps the message whatever the menu's style says; other engines do
  // not.
  for (const menu of [".bell", ".menu-list"])
    await expect(page.locator(menu).first()).toHaveCSS("white-space", "normal")
  await expect(page.locator("html")).toHaveAttribute("data-small", "")
  await page.evaluate(() =>
    dispatchEvent(new CustomEvent("pushcart:toast", { detail: { text: "Saved.", kind: "good" } })),
  )
  await expect(page.locator(".toast")).toBeVisible()
  await page.locator("[popovertarget=bell]").click({ timeout: 3_000 })
  await expect(page.locator(".bell")).toBeVisible()
  await page.keyboard.press("Escape")
  await page.locator("summary.round").first().click({ timeout: 3_000 })
  await expect(page.locator(".menu-list").first()).toBeVisible()
})

it("leaves a date as the server wrote it, without Intl in the browser, and writes it where it is gone", {
  tags: ["NOTE-8"],
}, async () => {
  expectNoTiles()
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
  const { actor, createdAt } = await aNotifiedCustomer(server.database.db)
  await signIn(page, server, actor)
  await page.goto("/dev/ui")
  await hydrated(page)
  const date = page.locator("main time")
  await expect(date).toHaveText("March 5, 2024")
  await expect(page.locator(".bell time")).toHaveText(inNewYork(createdAt))
  expect(await page.evaluate(() => (window as { askedOfIntl?: string[] }).askedOfIntl)).toEqual([])

  const release = await holdReact(page)
  await page.goto("/dev/ui")
  await date.evaluate((time) => {
    time.textContent = ""
  })
  await release()
  await expect(date).toHaveText("March 5, 2024")
})

it("takes a toast away after five seconds, a second after the pointer left, or at a tap", {
  tags: ["NAV-10"],
}, async () => {
  const page = await browser.visit(server.url)
  await page.clock.install()
  await page.goto("/about")
  await expect(page.locator("html")).toHaveAttribute("data-small", "")
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
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

it("lets the keyboard skip to the content", { tags: ["A11Y-4"] }, async () => {
  const page = await browser.visit(server.url)
  await page.goto("/about")
  await page.keyboard.press("Tab")
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.locator("main")).toBeFocused()
})

it("has no fault of accessibility on the public pages, by day and by night, nor a page wider than a phone", {
  tags: ["A11Y-1"],
}, async () => {
  expectNoTiles()
  const page = await browser.visit(server.url, { viewport: "phone" })
  await expectUsable(page, "/Welcome")
  await signIn(page, server, (await aNotifiedCustomer(server.database.db)).actor)
  for (const path of ["/about", "/faq", "/terms", "/JesusSaves", "/dev/ui", "/dev/ui?dialog=sample"])
    await expectUsable(page, path)
})

async function expectUsable(page: Page, path: string) {
  await page.goto(path)
  expectValue(await accessibilityFaults(page), path).toEqual([])
  expectValue(await pixelsTooWide(page), path).toBeLessThanOrEqual(0)
}
