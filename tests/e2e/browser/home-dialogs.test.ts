import type { Page } from "playwright"
import { beforeEach, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { holdReact, hydrated } from "#tests/support/hold-react.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"

const server = useSharedServer()
const browser = useBrowser()
beforeEach(() => browser.expectProblem(/tiles\.openfreemap\.org|ERR_FAILED/))

/** A place with nine markets, which a phone shows in one column. */
async function nineMarkets() {
  const place = await aPlace(server)
  for (let n = 1; n <= 9; n += 1)
    await aMarket(server.database.db, { ...place, name: `Stall ${n}`, lat: place.lat + n * 0.01 })
  return `/home?zip=${place.zip}`
}

const stall = (page: Page) => page.getByRole("link", { name: "Check the market out: Stall 8" })
const dialog = (page: Page) => page.getByRole("dialog")
const isModal = (page: Page) => dialog(page).evaluate((box) => box.matches(":modal"))
const focusIsInside = (page: Page) => dialog(page).evaluate((box) => box.contains(document.activeElement))

/** Whether the pressed market is visible on the page, which is scrolled down. */
const isInView = (page: Page) =>
  stall(page).evaluate((link) => {
    const { top, bottom } = link.getBoundingClientRect()
    return scrollY > 0 && top >= 0 && bottom <= innerHeight
  })

it("is modal with the focus inside before React, and Escape goes where its Close link goes", {
  tags: ["A11Y-5"],
}, async () => {
  const page = await browser.visit(server.url)
  await holdReact(page)
  await page.goto("/home?zip=99501")
  await expect.poll(() => isModal(page)).toBe(true)
  expect(await focusIsInside(page)).toBe(true)
  await page.keyboard.press("Escape")
  await expect(page).toHaveURL(/\/home$/)
  await expect(dialog(page)).toHaveCount(0)
})

it("keeps the place in the list of a phone before React, stays modal when React comes, and gives the focus back", {
  tags: ["A11Y-5", "HOME-10"],
}, async () => {
  const page = await browser.visit(server.url, { viewport: "phone" })
  const release = await holdReact(page)
  await page.goto(await nineMarkets())
  await stall(page).scrollIntoViewIfNeeded()
  await stall(page).click()
  await expect(dialog(page)).toContainText("you need to be Log In!")
  expect(await isInView(page)).toBe(true)
  await page.getByRole("link", { name: "Close" }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect.poll(() => isInView(page)).toBe(true)
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

it("keeps the place in the list of a phone with React, to the pixel", { tags: ["HOME-10"] }, async () => {
  const page = await browser.visit(server.url, { viewport: "phone" })
  await page.goto(await nineMarkets())
  await hydrated(page)
  await stall(page).scrollIntoViewIfNeeded()
  const before = (await stall(page).boundingBox())!
  await stall(page).click()
  await expect(dialog(page)).toContainText("you need to be Log In!")
  expect(await isInView(page)).toBe(true)
  await page.getByRole("link", { name: "Close" }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect.poll(() => isInView(page)).toBe(true)
  // The browser may scroll to a fraction of a pixel, and back to a whole one.
  const after = (await stall(page).boundingBox())!
  expect(Math.abs(after.y - before.y)).toBeLessThan(1)
})
