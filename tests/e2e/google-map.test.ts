import { expect } from "playwright/test"
import { it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { useServer } from "#tests/support/server.ts"
import { serveGoogleMaps } from "./google-maps-stand-in.ts"

const server = useServer({
  env: {
    GOOGLE_MAPS_BROWSER_KEY: "AIza-of-the-browser",
    GOOGLE_MAPS_SERVER_KEY: "AIza-of-the-server",
    GOOGLE_MAPS_MAP_ID: "market-map",
  },
})
const browser = useBrowser()

it("draws Google's map by the configured key, with the same markers and windows, and nothing of MapLibre", async () => {
  const page = await browser.visit(server.url)
  const google = await serveGoogleMaps(page)
  const asked: string[] = []
  page.on("request", (request) => asked.push(request.url()))
  await page.goto("/dev/ui")
  const map = page.getByRole("region", { name: "Map: Markets" })
  await map.scrollIntoViewIfNeeded()
  const marker = map.getByRole("button", { name: "Lexington Stalls" })
  await marker.focus({ timeout: 30_000 })
  await page.keyboard.press("Enter")
  await expect(map.getByRole("heading", { name: "Lexington Stalls" })).toBeVisible()
  await expect(map.getByText("400 W Lexington St")).toBeVisible()
  expect(google.scripts.map(({ searchParams }) => searchParams.get("key"))).toEqual(["AIza-of-the-browser"])
  expect(await map.locator("[data-google]").getAttribute("data-google")).toContain('"mapId":"market-map"')
  expect(await map.locator("[data-bounds]").getAttribute("data-bounds")).toContain('"west":-76.61')
  expect(asked.filter((url) => /maplibre|openfreemap|states-10m/.test(url))).toEqual([])
  expect(await page.content()).not.toContain("AIza-of-the-server")
})

it("says that the list shows the same when Google refuses the key", async () => {
  const page = await browser.visit(server.url)
  await serveGoogleMaps(page, { refuses: "AIza-of-the-browser" })
  await page.goto("/dev/ui")
  const map = page.getByRole("region", { name: "Map: Markets" })
  await map.scrollIntoViewIfNeeded()
  await expect(map.getByText("The list shows the same places.")).toBeVisible({ timeout: 30_000 })
})

it("shows no other map when Google's is out of reach, for its coordinates may stand on no other", async () => {
  browser.expectProblem(/maps\.googleapis\.com|ERR_FAILED/)
  const page = await browser.visit(server.url)
  await page.goto("/dev/ui")
  const map = page.getByRole("region", { name: "Map: Markets" })
  await map.scrollIntoViewIfNeeded()
  await expect(map.getByText("The list shows the same places.")).toBeVisible({ timeout: 30_000 })
  await expect(map.locator(".maplibregl-map")).toHaveCount(0)
})
