import type { Page } from "playwright"
import { it } from "vitest"
import { accessibilityFaults, pixelsTooWide } from "#tests/support/accessibility.ts"
import { onSavedData, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aPlace } from "#tests/support/places.ts"
import { useServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"

// Its own installation: no street style is requested, and everything on the map is ours.
const server = useServer({ env: { MAP_TILES: "off" } })
const browser = useBrowser()

/** Two markets at one ZIP's center, one a quarter of a mile north and one far to the north, nearest first. */
async function fourMarkets() {
  const { db } = server.database
  const place = await aPlace(server)
  const north = { "Corner Grocer": 0, "Corner Bakery": 0, "Harbor Stalls": 0.004, "Hill Farm": 0.2 }
  for (const [name, degrees] of Object.entries(north))
    await aMarket(db, { ...place, name, lat: place.lat + degrees })
  return place
}

const mapOn = (page: Page) => page.getByRole("region", { name: "Map: the markets of the list" })
const drawn = (page: Page) => expect(mapOn(page).locator("canvas")).toBeVisible({ timeout: 30_000 })
const namesOfPins = (page: Page) =>
  mapOn(page)
    .locator("[role=button].pin")
    .evaluateAll((pins) => pins.map((pin) => pin.ariaLabel))

it("comes by itself with pins in the cards' order, the place, one pin for those at one spot, and no fault of axe", {
  tags: ["MAP-1", "MAP-5", "MAP-8", "A11Y-1"],
}, async () => {
  const place = await fourMarkets()
  const page = await browser.visit(server.url, { map: true })
  await page.goto(`/home?zip=${place.zip}`)
  await drawn(page)
  await expect(mapOn(page).getByRole("img", { name: place.zip })).toBeVisible()
  const [together, ...others] = await namesOfPins(page)
  expect(together).toMatch(/^1, 2( \+1)?: Corner (Grocer|Bakery), Corner (Grocer|Bakery)/)
  expect(others.at(-1)).toMatch(/4\. Hill Farm/)
  expect(await accessibilityFaults(page)).toEqual([])
})

it("picks card and pin together by pointer and by key, and brings the card into view", {
  tags: ["MAP-9"],
}, async () => {
  const place = await fourMarkets()
  const page = await browser.visit(server.url, { map: true })
  await page.goto(`/home?zip=${place.zip}`)
  await drawn(page)
  const pin = mapOn(page).getByRole("button", { name: "4. Hill Farm" })
  const card = page.locator("li.market-card", { hasText: "Hill Farm" })
  // Not 1, because a card's height is a fraction of a pixel, and the browser scrolls to a whole one.
  const whole = 0.99
  await expect(card).not.toBeInViewport({ ratio: whole })
  await pin.focus()
  await expect(card).toHaveClass(/card-picked/)
  await expect(card).toBeInViewport({ ratio: whole })
  await expect(pin).toHaveClass(/picked/)
  await pin.blur()
  await expect(card).not.toHaveClass(/card-picked/)
  await card.hover()
  await expect(pin).toHaveClass(/picked/)
  await page.mouse.move(0, 0)
  await expect(pin).not.toHaveClass(/picked/)
  await pin.hover()
  await expect(card).toHaveClass(/card-picked/)
})

it("keeps a pin in place while the pointer is over it", { tags: ["MAP-9"] }, async () => {
  const place = await fourMarkets()
  const page = await browser.visit(server.url, { map: true })
  await page.goto(`/home?zip=${place.zip}`)
  await drawn(page)
  // Not far enough for the map to become sticky at the window's top.
  await page.mouse.wheel(0, 40)
  const pin = mapOn(page).getByRole("button", { name: "4. Hill Farm" })
  const card = page.locator("li.market-card", { hasText: "Hill Farm" })
  await expect(card).not.toBeInViewport({ ratio: 0.99 })
  const before = await pin.boundingBox()
  await pin.hover()
  await expect(card).toHaveClass(/card-picked/)
  expect(await pin.boundingBox()).toEqual(before)
  await page.mouse.down()
  await page.mouse.up()
  await expect(mapOn(page).getByRole("dialog", { name: "4. Hill Farm" })).toBeVisible()
})

it("opens a window above everything, which leads into the market, and Escape gives the focus back to the pin", {
  tags: ["MAP-1", "MAP-3", "MAP-9"],
}, async () => {
  const place = await fourMarkets()
  const page = await browser.visit(server.url, { map: true, viewport: "phone" })
  await signIn(page, server, (await aCustomer(server.database.db)).actor)
  await page.goto(`/home?zip=${place.zip}&view=map`)
  await drawn(page)
  const pin = mapOn(page).getByRole("button", { name: "4. Hill Farm" })
  await pin.focus()
  // The upper part of the map is out of sight, so a window must not open there.
  await page.evaluate(() => scrollBy(0, 120))
  await page.keyboard.press("Enter")
  const window = mapOn(page).getByRole("dialog", { name: "4. Hill Farm" })
  await expect(window).toContainText("75 9th Ave")
  await expect(window).toContainText("212-555-0134")
  // MapLibre moves the info window one frame after the map.
  await expect.poll(() => coveredCorners(page)).toEqual([])
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press("Escape")
  await expect(window).toHaveCount(0)
  await expect(pin).toBeFocused()
  await page.keyboard.press("Enter")
  await window.getByRole("button", { name: "Close" }).click()
  await expect(pin).toBeFocused()
  await page.keyboard.press("Enter")
  await window.getByRole("link", { name: "Check the market out: Hill Farm" }).click()
  await expect(page).toHaveURL(/\/market-info\?market=/)
})

/** The points near the window's corners and center that something else covers. */
const coveredCorners = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector(".map-window")?.parentElement
    if (!box) throw new Error("There is no window.")
    const { left, right, top, bottom } = box.getBoundingClientRect()
    const points = [
      [left + 4, top + 14],
      [right - 4, top + 14],
      [left + 4, bottom - 14],
      [right - 4, bottom - 14],
      [(left + right) / 2, (top + bottom) / 2],
    ] as const
    return points.filter(([x, y]) => !box.contains(document.elementFromPoint(x, y)))
  })

it("shows all markets at one spot in one window, and zooms to part those that only lie near", {
  tags: ["MAP-8"],
}, async () => {
  const place = await fourMarkets()
  const page = await browser.visit(server.url, { map: true })
  await page.goto(`/home?zip=${place.zip}`)
  await drawn(page)
  const group = mapOn(page).getByRole("button", { name: /^1, 2 \+1: Corner .*Harbor Stalls\. Zoom in\.$/ })
  await group.focus()
  await page.keyboard.press("Enter")
  const spot = mapOn(page).getByRole("button", { name: /^1, 2: Corner \w+, Corner \w+$/ })
  await expect(spot).toBeFocused()
  await expect(mapOn(page).getByRole("button", { name: "3. Harbor Stalls" })).toBeVisible()
  await page.keyboard.press("Enter")
  const window = mapOn(page).getByRole("dialog")
  await expect(window.getByRole("heading", { name: "Corner Grocer" })).toBeVisible()
  await expect(window.getByRole("heading", { name: "Corner Bakery" })).toBeVisible()
  // A signed-out visitor has to sign in, and then returns to this place.
  await window.getByRole("link", { name: "Check the market out: Corner Bakery" }).click()
  await expect(page.getByRole("dialog", { name: "Hi there!" })).toBeVisible()
})

it("lets a phone choose between list and map, keeps the choice, and picks the card that is swiped to", {
  tags: ["MAP-10", "A11Y-1"],
}, async () => {
  const place = await fourMarkets()
  const page = await browser.visit(server.url, { map: true, viewport: "phone" })
  await page.goto(`/home?zip=${place.zip}`)
  await expect(mapOn(page)).toBeHidden()
  await page.getByRole("navigation", { name: "View" }).getByRole("link", { name: "Map" }).click()
  await drawn(page)
  await expect(page).toHaveURL(/view=map/)
  expect(await pixelsTooWide(page)).toBe(0)
  const last = page.locator("li.market-card", { hasText: "Hill Farm" })
  await page.locator(".market-list").evaluate((list) => list.scrollTo({ left: list.scrollWidth }))
  await expect(last).toHaveClass(/card-picked/)
  await expect(mapOn(page).getByRole("button", { name: "4. Hill Farm" })).toHaveClass(/picked/)
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole("link", { name: "Pickup today" }).click()
  await expect(page).toHaveURL(/pickup=1.*view=map/)
})

it("waits to be asked on Save-Data", { tags: ["MAP-5"] }, async () => {
  const place = await fourMarkets()
  const page = await browser.visit(server.url, { map: true, viewport: "phone" })
  await page.addInitScript(onSavedData)
  const asked: string[] = []
  page.on("request", (request) => asked.push(request.url()))
  await page.goto(`/home?zip=${place.zip}&view=map`)
  const show = mapOn(page).getByRole("button", { name: "Show the map" })
  await show.scrollIntoViewIfNeeded()
  await expect(show).toBeVisible()
  expect(asked.filter((url) => /maplibre|base-map|\/map\//.test(url))).toEqual([])
  await show.click()
  await drawn(page)
})

it("has names and water of our own without streets, and asks for nothing outside", {
  tags: ["MAP-11"],
}, async () => {
  const place = await fourMarkets()
  const page = await browser.visit(server.url, { map: true })
  const asked: URL[] = []
  page.on("request", (request) => asked.push(new URL(request.url())))
  await page.goto(`/home?zip=${place.zip}`)
  await drawn(page)
  await expect
    .poll(() => asked.some(({ pathname }) => /^\/map\/names\/\d+\/\d+\/\d+$/.test(pathname)))
    .toBe(true)
  await expect.poll(() => asked.some(({ pathname }) => pathname.startsWith("/map/outlines/"))).toBe(true)
  expect(
    asked.filter(({ origin, protocol }) => origin !== server.url && protocol.startsWith("http")),
  ).toEqual([])
  await expect(mapOn(page).getByText("Outlines: US Census")).toBeVisible()
  // An empty box has one color; land, lines, letters and their halos have many.
  await expect.poll(() => colorsOf(page), { timeout: 15_000 }).toBeGreaterThan(20)
})

async function colorsOf(page: Page): Promise<number> {
  const image = await mapOn(page).locator("canvas").screenshot()
  const { default: sharp } = await import("sharp")
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  const colors = new Set<number>()
  for (let at = 0; at < data.length; at += info.channels) colors.add(data.readUIntBE(at, 3))
  return colors.size
}
