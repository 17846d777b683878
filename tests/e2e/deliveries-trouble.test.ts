import { eq } from "drizzle-orm"
import { expect } from "playwright/test"
import { describe, it } from "vitest"
import { deliveries, images } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { useServer } from "#tests/support/server.ts"
import { bigPhoto, inBaltimore, ROUTE } from "./deliveries-setup.ts"

const server = useServer()
const browser = useBrowser()
const { aBaltimoreOrder, courierPage, takenByAnother } = inBaltimore(server, browser)

describe("without a network", () => {
  it("keeps pick up and the photo on the phone, says so, and sends each once when the network is back", async () => {
    const { order, deliveryId, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage()
    await courier
      .getByRole("button", { name: `Take order ${order.number}` })
      .first()
      .click()
    await expect(courier.getByText("600 E Pratt St")).toBeHidden()
    await expect(courier.getByRole("heading", { name: `Order ${order.number}` })).toBeVisible()
    await expect(courier.getByText("Waiting to be sent")).toBeHidden()

    await courier.context().setOffline(true)
    await expect(courier.getByText("You are offline.")).toBeVisible()
    await courier.getByRole("button", { name: "Pick up" }).click()
    await expect(courier.getByText(`Waiting to be sent: pick up order ${order.number}.`)).toBeVisible()
    await courier.getByLabel("Photo of the delivered order").setInputFiles(await bigPhoto())
    await courier.getByRole("button", { name: "Delivered", exact: true }).click()
    await expect(
      courier.getByText(
        `Waiting to be sent: pick up order ${order.number}, then deliver order ${order.number}.`,
      ),
    ).toBeVisible()
    await expect(courier.getByText("Live updates are paused.")).toBeVisible({ timeout: 40_000 })

    await courier.context().setOffline(false)
    await expect(courier.locator(".toast", { hasText: "Delivered. Thank you!" })).toBeVisible()
    await expect(courier.getByText("Waiting to be sent")).toBeHidden()
    const [row] = await server.database.db.select().from(deliveries).where(eq(deliveries.id, deliveryId))
    expect(row?.deliveredAt).not.toBeNull()
    const photos = await server.database.db.select().from(images).where(eq(images.id, row!.photoId!))
    expect(photos[0]?.bytes).toBeLessThanOrEqual(1_048_576)
  }, 90_000)

  it("tells plainly that somebody else took it meanwhile", async () => {
    const { order, deliveryId, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage()
    const take = courier.getByRole("button", { name: `Take order ${order.number}` }).first()
    await expect(take).toBeVisible()
    // The page is all there before the network goes.
    await expect(courier.locator("html")).toHaveAttribute("data-live", "live")
    await expect(courier.locator(".maplibregl-canvas")).toBeVisible()
    await courier.waitForLoadState("networkidle")
    // What was being asked for as the network went: the router's links, a socket.
    browser.expectProblem(/manifest patches|WebSocket connection to/)
    await courier.context().setOffline(true)
    await take.click()
    await expect(courier.getByText(`Waiting to be sent: take order ${order.number}.`)).toBeVisible()
    await takenByAnother(deliveryId)
    await courier.context().setOffline(false)
    await expect(courier.locator(".toast", { hasText: "Order was Taken" })).toBeVisible()
    await expect(courier.getByText(`We could not take order ${order.number}. Order was Taken`)).toBeVisible()
    await courier.getByRole("button", { name: "All right" }).click()
    await expect(courier.getByText("We could not take")).toBeHidden()
  }, 60_000)
})

describe("sentences for what cannot be", () => {
  it("says so when the location is denied, and stays usable from the list", async () => {
    const { order, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage({ context: {} })
    await courier.getByRole("button", { name: "Allow Location Access" }).click()
    await expect(courier.getByText("Your browser keeps your location to itself.")).toBeVisible()
    await courier
      .getByRole("button", { name: new RegExp(`for order ${order.number}$`) })
      .first()
      .click()
    await expect(courier.getByText("We need your location to show the way.")).toBeVisible()
    await expect(courier.getByRole("button", { name: `Take order ${order.number}` }).first()).toBeVisible()
  })

  it("says so when there is no voice, and speaks, stops and repeats the steps where there is one", async () => {
    const { order, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage()
    await courier.route("**/directions?*", (route) => route.fulfill({ json: { route: TURNS } }))
    await courier.getByRole("button", { name: "Allow Location Access" }).click()
    await courier
      .getByRole("button", { name: new RegExp(`for order ${order.number}$`) })
      .first()
      .click()
    await expect(courier.getByText("Turn left onto North Eutaw Street.")).toBeVisible()
    await expect(courier.getByText("7 min")).toBeVisible()
    await courier.getByRole("button", { name: "Start the voice" }).click()
    await expect(courier.getByText("This device has no voice to speak with.")).toBeVisible()
    await courier.evaluate(fakeVoice)
    await courier.getByRole("button", { name: "Start the voice" }).click()
    await expect
      .poll(() => courier.evaluate(() => window.spoken))
      .toEqual(TURNS.steps.map(({ speech }) => speech))
    expect(await courier.evaluate(() => window.spokenAt[1]! - window.spokenAt[0]!)).toBeGreaterThanOrEqual(
      1_900,
    )
    await courier.getByRole("button", { name: "Repeat" }).click()
    await expect.poll(() => courier.evaluate(() => window.spoken.length)).toBe(3)
    await courier.evaluate(() => window.failSpeech())
    await expect(courier.getByText("The voice stopped.")).toBeVisible()
  })

  it("says so when there is no way by car", async () => {
    const { order, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage()
    await courier.route("**/directions?*", (route) => route.fulfill({ json: { route: null } }))
    await courier.getByRole("button", { name: "Allow Location Access" }).click()
    await courier
      .getByRole("button", { name: new RegExp(`for order ${order.number}$`) })
      .first()
      .click()
    await expect(courier.getByText("There is no way by car from where you are.")).toBeVisible()
  })
})

declare global {
  interface Window {
    spoken: string[]
    spokenAt: number[]
    failSpeech(): void
  }
}

/** Headless Chromium has the API and no voices. */
function fakeVoice() {
  window.spoken = []
  window.spokenAt = []
  let last: SpeechSynthesisUtterance | undefined
  Object.defineProperty(speechSynthesis, "getVoices", { value: () => [{ name: "Test" }] })
  Object.defineProperty(speechSynthesis, "speak", {
    value: (utterance: SpeechSynthesisUtterance) => {
      last = utterance
      window.spoken.push(utterance.text)
      window.spokenAt.push(Date.now())
    },
  })
  window.failSpeech = () => last?.onerror?.({ error: "synthesis-failed" } as SpeechSynthesisErrorEvent)
}

const TURNS = {
  toward: "market",
  distanceMiles: 1.4,
  durationSeconds: 400,
  isEstimate: false,
  source: "valhalla",
  geometry: ROUTE,
  steps: [
    {
      text: "Drive north on Light Street.",
      speech: "Drive north on Light Street for half a mile.",
      maneuver: "1",
      distanceMiles: 0.5,
      durationSeconds: 100,
    },
    {
      text: "Turn left onto North Eutaw Street.",
      speech: "Turn left onto North Eutaw Street.",
      maneuver: "15",
      distanceMiles: 0.9,
      durationSeconds: 300,
    },
  ],
}
