import { eq } from "drizzle-orm"
import { it } from "vitest"
import { markets } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { useServer } from "#tests/support/server.ts"
import { inBaltimore, ON_THE_MAP, pressButton } from "./deliveries-setup.ts"
import { serveGoogleMaps } from "./google-maps-stand-in.ts"

const server = useServer({
  env: {
    GOOGLE_MAPS_BROWSER_KEY: "AIza-of-the-browser",
    GOOGLE_MAPS_SERVER_KEY: "AIza-of-the-server",
    GOOGLE_MAPS_MAP_ID: "market-map",
  },
})
const browser = useBrowser()
const { aBaltimoreOrder, signedIn } = inBaltimore(server, browser)

it("draws Google's map by the configured key, with the same markers and windows, and nothing of MapLibre", {
  tags: ["MAP-6"],
}, async () => {
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
  expect(asked.filter((url) => /maplibre|openfreemap|\/map\//.test(url))).toEqual([])
  expect(await page.content()).not.toContain("AIza-of-the-server")
})

it("begins at zoom 20 around New York, and at 12 around a searched zip; what was found it then shows whole", {
  tags: ["MAP-2"],
}, async () => {
  await aMarket(server.database.db, { lat: 40.7506, lng: -73.9972, zip: "10001" })
  const page = await browser.visit(server.url)
  await serveGoogleMaps(page)
  for (const [path, begun] of [
    ["/home", /"center":{"lat":40.7128,"lng":-74.006},"zoom":20/],
    ["/home?zip=10001", /"center":{"lat":40.7\d*,"lng":-73.9\d*},"zoom":12/],
  ] as const) {
    await page.goto(path)
    const map = page.getByRole("region", { name: "Map: the markets of the list" })
    await map.scrollIntoViewIfNeeded()
    await expect(map.locator("[data-google]")).toHaveAttribute("data-google", begun, { timeout: 30_000 })
    await expect(map.locator("[data-bounds]")).toHaveAttribute("data-bounds", /-73.9972/)
  }
})

it("says that the list shows the same when Google rejects the key", { tags: ["MAP-6"] }, async () => {
  const page = await browser.visit(server.url)
  await serveGoogleMaps(page, { rejects: "AIza-of-the-browser" })
  await page.goto("/dev/ui")
  const map = page.getByRole("region", { name: "Map: Markets" })
  await map.scrollIntoViewIfNeeded()
  await expect(map.getByText("The list shows the same places.")).toBeVisible({ timeout: 30_000 })
})

it("shows no other map if Google's is unreachable, since its coordinates may be shown on no other", {
  tags: ["MAP-6"],
}, async () => {
  browser.expectProblem(/maps\.googleapis\.com|ERR_FAILED/)
  const page = await browser.visit(server.url, { map: true })
  await page.goto("/dev/ui")
  const map = page.getByRole("region", { name: "Map: Markets" })
  await map.scrollIntoViewIfNeeded()
  await expect(map.getByText("The list shows the same places.")).toBeVisible({ timeout: 30_000 })
  await expect(map.locator(".maplibregl-map")).toHaveCount(0)
})

it("carries the courier's page: markers, windows with their buttons, the way, and the courier", {
  tags: ["MAP-6"],
}, async () => {
  const { market, order, offer } = await aBaltimoreOrder()
  await server.database.db.update(markets).set({ positionSource: "google" }).where(eq(markets.id, market.id))
  await offer()
  const dora = await aCourier(server.database.db)
  const courier = await signedIn(dora.actor, { context: ON_THE_MAP })
  await serveGoogleMaps(courier)
  const asked: string[] = []
  courier.on("request", (request) => asked.push(request.url()))
  await courier.goto("/deliveries")
  const map = courier.getByRole("region", { name: "Map: deliveries around you" })
  const marker = map.getByRole("button", { name: market.name, exact: true })
  await marker.focus({ timeout: 30_000 })
  await courier.keyboard.press("Enter")
  const window = map.getByRole("dialog", { name: market.name })
  await expect(window).toContainText(`Order ${order.number}`)
  await courier.getByRole("button", { name: "Allow Location Access" }).click()
  await expect(map.getByLabel("You are here")).toBeVisible()
  await window.getByRole("button", { name: /^Show route/ }).click()
  await expect(courier.getByText("to the market").first()).toBeVisible()
  await expect(map.locator("[data-line]")).toHaveAttribute("data-line", /39\.29175/)
  await window.getByRole("button", { name: `Take order ${order.number}` }).click()
  await pressButton(courier, "Pick up")
  await expect(map.getByRole("button", { name: "The customer's door" })).toBeVisible()
  await expect(marker).toHaveCount(0)
  expect(asked.filter((url) => /maplibre|openfreemap|\/map\//.test(url))).toEqual([])
})
