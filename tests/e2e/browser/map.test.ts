import { it } from "vitest"
import { onSavedData, useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { useSharedServer } from "#tests/support/server.ts"

const server = useSharedServer()
const browser = useBrowser()
// Street tiles come from the internet, which tests cannot reach; the outlines remain.
const noStreets = /tiles\.openfreemap\.org|ERR_FAILED/

it("draws named markers that the keyboard opens, with the credits that the data asks for, dark by night", {
  tags: ["MAP-1", "MAP-2", "MAP-3"],
}, async () => {
  browser.expectProblem(noStreets)
  const page = await browser.visit(server.url, { map: true, context: { colorScheme: "dark" } })
  await page.goto("/dev/ui")
  const map = page.getByRole("region", { name: "Map: Markets" })
  await map.scrollIntoViewIfNeeded()
  const marker = map.getByRole("button", { name: "Lexington Stalls" })
  await marker.focus({ timeout: 30_000 })
  await page.keyboard.press("Enter")
  await expect(map.getByRole("heading", { name: "Lexington Stalls" })).toBeVisible()
  await expect(map.getByText("400 W Lexington St")).toBeVisible()
  const credits = map.locator(".maplibregl-ctrl-attrib", { hasText: "GeoNames" })
  const card = await page
    .locator(".card")
    .first()
    .evaluate((one) => getComputedStyle(one).backgroundColor)
  await expect(credits).toHaveCSS("background-color", card)
})

it("says that the list shows the same where the browser cannot draw", { tags: ["MAP-4"] }, async () => {
  browser.expectProblem(noStreets)
  const page = await browser.visit(server.url, { map: true })
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.goto("/dev/ui")
  const map = page.getByRole("region", { name: "Map: Markets" })
  await map.scrollIntoViewIfNeeded()
  await expect(map.getByText("The list shows the same places.")).toBeVisible({ timeout: 30_000 })
})

it("waits to be asked on Save-Data", { tags: ["MAP-5"] }, async () => {
  browser.expectProblem(noStreets)
  const page = await browser.visit(server.url, { map: true })
  await page.addInitScript(onSavedData)
  const asked: string[] = []
  page.on("request", (request) => asked.push(request.url()))
  await page.goto("/dev/ui")
  const map = page.getByRole("region", { name: "Map: Markets" })
  await map.scrollIntoViewIfNeeded()
  // Once the button is visible, the map has decided to wait.
  const show = map.getByRole("button", { name: "Show the map" })
  await expect(show).toBeVisible()
  expect(asked.filter((url) => url.includes("base-map"))).toEqual([])
  await show.click()
  await expect(map.getByRole("button", { name: "Lexington Stalls" })).toBeVisible({ timeout: 30_000 })
})
