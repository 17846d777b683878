import type { Page } from "playwright"
import { beforeAll, beforeEach, describe, it } from "vitest"
import { type PageOptions, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { awake, holdReact } from "#tests/support/hold-react.ts"
import { useServer } from "#tests/support/server.ts"

const server = useServer()
const browser = useBrowser()
beforeEach(() => browser.expectProblem(/tiles\.openfreemap\.org|ERR_FAILED/))

beforeAll(async () => {
  for (let n = 1; n <= 9; n += 1)
    await aMarket(server.database.db, { name: `Stall ${n}`, lat: 40.7506 + n * 0.01 })
}, 60_000)

const stall = (page: Page) => page.getByRole("link", { name: "Check the market out: Stall 8" })
const dialog = (page: Page) => page.getByRole("dialog")
const isModal = (page: Page) => dialog(page).evaluate((box) => box.matches(":modal"))
const focusIsInside = (page: Page) => dialog(page).evaluate((box) => box.contains(document.activeElement))

/** Whether the market that was pressed is shown, on a page that is not at its top. */
const isInView = (page: Page) =>
  stall(page).evaluate((link) => {
    const { top, bottom } = link.getBoundingClientRect()
    return scrollY > 0 && top >= 0 && bottom <= innerHeight
  })

describe("a dialog that the page was drawn with, before React", () => {
  it("is modal with the focus inside, and Escape goes where its Close link goes", async () => {
    const page = await browser.visit(server.url)
    await holdReact(page)
    await page.goto("/home?zip=99501")
    await expect.poll(() => isModal(page)).toBe(true)
    expect(await focusIsInside(page)).toBe(true)
    await page.keyboard.press("Escape")
    await expect(page).toHaveURL(/\/home$/)
    await expect(dialog(page)).toHaveCount(0)
  })

  it("stays so when React wakes, and gives the focus back to the market that it was about", async () => {
    const page = await browser.visit(server.url)
    const release = await holdReact(page)
    await page.goto("/home?zip=10001")
    await stall(page).click()
    await expect.poll(() => isModal(page)).toBe(true)
    await release()
    expect(await isModal(page)).toBe(true)
    expect(await focusIsInside(page)).toBe(true)
    await page.keyboard.press("Escape")
    await expect(dialog(page)).toHaveCount(0)
    await expect(stall(page)).toBeFocused()
    expect(await isInView(page)).toBe(true)
  })
})

const WAYS: { name: string; options: PageOptions; react?: "held" | "awake" }[] = [
  { name: "before React", options: {}, react: "held" },
  { name: "with React", options: {}, react: "awake" },
  { name: "without JavaScript", options: { javaScript: false } },
]

for (const { name, options, react } of WAYS)
  it(`keeps the place in the list of a phone while it asks to sign in, and after (${name})`, async () => {
    const page = await browser.visit(server.url, { viewport: "phone", ...options })
    if (react === "held") await holdReact(page)
    await page.goto("/home?zip=10001")
    if (react === "awake") await awake(page)
    await stall(page).scrollIntoViewIfNeeded()
    const before = await stall(page).boundingBox()
    await stall(page).click()
    await expect(dialog(page)).toContainText("you need to be Log In!")
    expect(await isInView(page)).toBe(true)
    await page.getByRole("link", { name: "Close" }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect.poll(() => isInView(page)).toBe(true)
    if (react === "awake") expect(await stall(page).boundingBox()).toEqual(before)
  })
