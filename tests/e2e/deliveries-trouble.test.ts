import { expect } from "playwright/test"
import { describe, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { useServer } from "#tests/support/server.ts"
import { inBaltimore, ROUTE } from "./deliveries-setup.ts"

const server = useServer()
const browser = useBrowser()
const { aBaltimoreOrder, courierPage } = inBaltimore(server, browser)

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
