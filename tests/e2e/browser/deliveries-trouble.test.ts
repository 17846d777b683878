import { describe, it } from "vitest"
import { ROUTE } from "#tests/support/baltimore.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { inBaltimore, ON_THE_MAP } from "./deliveries-setup.ts"

const server = useSharedServer()
const browser = useBrowser()
const { aBaltimoreOrder, courierPage } = inBaltimore(server, browser)

it("shows a small phone the new order's card, a window within reach, and each next step from its top", {
  tags: ["DELIV-3", "DELIV-16"],
}, async () => {
  const [first, second, last] = [await aBaltimoreOrder(), await aBaltimoreOrder(), await aBaltimoreOrder()]
  await first.offer()
  await second.offer()
  const courier = await courierPage({
    map: true,
    context: { ...ON_THE_MAP, viewport: { width: 375, height: 667 } },
  })
  await expect(courier.locator(".maplibregl-canvas")).toBeVisible()
  await last.offer()
  await courier.getByRole("button", { name: "New Order" }).click()
  const name = `Take order ${last.order.number}`
  const window = courier.locator(".maplibregl-popup")
  // A trial click fails if something covers the button.
  await window.getByRole("button", { name }).click({ trial: true })
  const sheet = courier.getByRole("region", { name: "Your deliveries" })
  const take = sheet.getByRole("button", { name })
  await expect(take).toBeInViewport()
  const top = () => sheet.evaluate((list) => list.scrollTop)
  expect(await top()).toBeGreaterThan(0)
  await take.click()
  await expect(sheet.getByRole("button", { name: "Pick up" })).toBeInViewport()
  expect(await top()).toBe(0)
})

describe("sentences for what cannot be", () => {
  it("says so when the location is denied, and stays usable from the list", {
    tags: ["DELIV-15", "DELIV-17"],
  }, async () => {
    const { order, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage({ context: {} })
    await courier.getByRole("button", { name: "Allow Location Access" }).click()
    await expect(courier.getByText("Your browser isn't sharing your location.")).toBeVisible()
    await courier
      .getByRole("button", { name: new RegExp(`for order ${order.number}$`) })
      .first()
      .click()
    await expect(courier.getByText("We need your location to show directions.")).toBeVisible()
    await expect(courier.getByRole("button", { name: `Take order ${order.number}` }).first()).toBeVisible()
  })

  it("says so when the location takes more than ten seconds, here and on the home page, and watches as it should", {
    tags: ["HOME-12", "DELIV-15"],
  }, async () => {
    const { order, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage({ clock: true, context: {} })
    await courier.addInitScript(slowLocation)
    for (const [path, sentence] of [
      ["/deliveries", "Finding your location took too long. Please try again."],
      ["/home", "Finding your location took too long. Try again, or search by zip code."],
    ] as const) {
      await courier.goto(path)
      await expect(courier.locator("html")).toHaveAttribute("data-small", "")
      await expect(courier.getByRole("button", { name: "Allow Location Access" })).toBeVisible()
      // The page may not be hydrated yet; in that case, the first tap starts hydration and is replayed afterwards.
      await courier.getByRole("button", { name: "Allow Location Access" }).click()
      await expect.poll(() => courier.evaluate(() => window.locationAsked.length)).toBe(1)
      // The page's clock pauses a moment later, and runs in real time until then; hence the margins on both sides.
      await courier.clock.pauseAt(await courier.evaluate(() => Date.now() + 2_000))
      await courier.clock.runFor(5_000)
      await expect(courier.getByText(sentence)).toHaveCount(0)
      await courier.clock.runFor(5_100)
      await expect(courier.getByText(sentence)).toBeVisible()
      await courier.clock.resume()
    }
    await courier.goto("/deliveries")
    await hydrated(courier)
    await courier.evaluate(() => window.answerLocation())
    await courier.getByRole("button", { name: "Allow Location Access" }).click()
    await courier
      .getByRole("button", { name: `Take order ${order.number}` })
      .first()
      .click()
    await expect
      .poll(() => courier.evaluate(() => window.locationWatched))
      .toEqual([{ enableHighAccuracy: true, maximumAge: 60_000, timeout: 30_000 }])
  })

  it("says so when the way cannot be asked for, and when the position cannot be found", {
    tags: ["DELIV-17"],
  }, async () => {
    const { order, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage()
    browser.expectProblem(/ERR_FAILED|Failed to fetch/)
    await courier.route("**/directions?*", (route) => route.abort())
    await courier.getByRole("button", { name: "Allow Location Access" }).click()
    await courier
      .getByRole("button", { name: new RegExp(`for order ${order.number}$`) })
      .first()
      .click()
    await expect(courier.getByText("We can't get directions while you're offline.")).toBeVisible()
    const lost = await courierPage({ context: { permissions: ["geolocation"] } })
    await lost.addInitScript(noPosition)
    await lost.reload()
    await lost.getByRole("button", { name: "Allow Location Access" }).click()
    await expect(lost.getByText("We couldn't get your location.")).toBeVisible()
  })

  it("says so when there is no voice, and speaks, stops and repeats the steps where there is one", {
    tags: ["DELIV-13", "DELIV-17"],
  }, async () => {
    const { order, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage({ clock: true })
    await courier.route("**/directions?*", (route) => route.fulfill({ json: { route: TURNS } }))
    await courier.getByRole("button", { name: "Allow Location Access" }).click()
    await courier
      .getByRole("button", { name: new RegExp(`for order ${order.number}$`) })
      .first()
      .click()
    await expect(courier.getByText("Turn left onto North Eutaw Street.")).toBeVisible()
    await expect(courier.getByText("7 min")).toBeVisible()
    await courier.getByRole("button", { name: "Start the voice" }).click()
    await expect(courier.getByText("This device can't read directions aloud.")).toBeVisible()
    await courier.evaluate(fakeVoice)
    const spoken = () => courier.evaluate(() => window.spoken)
    const [first, second] = TURNS.steps.map(({ speech }) => speech)
    await courier.clock.pauseAt(await courier.evaluate(() => Date.now() + 10_000))
    await courier.getByRole("button", { name: "Start the voice" }).click()
    await expect(courier.getByRole("button", { name: "Stop the voice" })).toBeVisible()
    await courier.clock.runFor(1_999)
    expect(await spoken()).toEqual([first])
    await courier.clock.runFor(1)
    expect(await spoken()).toEqual([first, second])
    await courier.clock.resume()
    await courier.getByRole("button", { name: "Repeat" }).click()
    await expect.poll(() => courier.evaluate(() => window.spoken.length)).toBe(3)
    await courier.evaluate(() => window.failSpeech())
    await expect(courier.getByText("The voice stopped.")).toBeVisible()
  })

  it("says so when there is no way by car", { tags: ["DELIV-17"] }, async () => {
    const { order, offer } = await aBaltimoreOrder()
    await offer()
    const courier = await courierPage()
    await courier.route("**/directions?*", (route) => route.fulfill({ json: { route: null } }))
    await courier.getByRole("button", { name: "Allow Location Access" }).click()
    await courier
      .getByRole("button", { name: new RegExp(`for order ${order.number}$`) })
      .first()
      .click()
    await expect(courier.getByText("There's no driving route from where you are.")).toBeVisible()
  })
})

declare global {
  interface Window {
    spoken: string[]
    failSpeech(): void
    locationAsked: unknown[]
    locationWatched: unknown[]
    answerLocation(): void
  }
}

/**
 * A phone that finds its location only when the test tells it to; its timeout runs on the page's clock, as in a
 * browser.
 */
function slowLocation() {
  window.locationAsked = []
  window.locationWatched = []
  let isFast = false
  window.answerLocation = () => {
    isFast = true
  }
  const coords = { latitude: 39.29175, longitude: -76.62095, accuracy: 8 }
  const ask = (found: PositionCallback, failed?: PositionErrorCallback | null, options?: PositionOptions) => {
    if (isFast) return found({ coords } as GeolocationPosition)
    window.locationAsked.push(options)
    setTimeout(() => failed?.({ code: 3 } as GeolocationPositionError), options?.timeout)
  }
  Object.defineProperty(navigator.geolocation, "getCurrentPosition", { value: ask })
  Object.defineProperty(navigator.geolocation, "watchPosition", {
    value: (found: PositionCallback, _failed: unknown, options: PositionOptions) => {
      window.locationWatched.push(options)
      found({ coords } as GeolocationPosition)
      return window.locationWatched.length
    },
  })
}

function noPosition() {
  Object.defineProperty(navigator.geolocation, "getCurrentPosition", {
    value: (_found: unknown, failed: PositionErrorCallback) =>
      failed({ code: 2 } as GeolocationPositionError),
  })
}

/** Headless Chromium has the API, but no voices. */
function fakeVoice() {
  window.spoken = []
  let last: SpeechSynthesisUtterance | undefined
  Object.defineProperty(speechSynthesis, "getVoices", { value: () => [{ name: "Test" }] })
  Object.defineProperty(speechSynthesis, "speak", {
    value: (utterance: SpeechSynthesisUtterance) => {
      last = utterance
      window.spoken.push(utterance.text)
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
