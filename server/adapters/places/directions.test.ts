import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { distanceMiles } from "#core/places/distance.ts"
import {
  cut,
  type Fake,
  garbage,
  half,
  json,
  silence,
  startFake,
  status,
} from "#tests/support/fake-service.ts"
import { directionsWithFallback } from "./compose-places.ts"
import { googleDirections } from "./google-directions.ts"
import { valhallaDirections } from "./valhalla-directions.ts"

const MARKET = { lat: 39.2822, lng: -76.5934 }
const DOOR = { lat: 39.2925, lng: -76.579 }
const FAST = { timeoutMs: 1_000, baseDelayMs: 1, attempts: 3, breakerFailures: 2, breakerOpenMs: 60_000 }

let provider: Fake
beforeEach(async () => {
  provider = await startFake()
})
afterEach(() => provider.close())

const google = {
  routes: [
    {
      distanceMeters: 1609.344,
      duration: "345s",
      // The example in Google's documentation.
      polyline: { encodedPolyline: "_p~iF~ps|U_ulLnnqC_mqNvxq`@" },
      legs: [
        {
          steps: [
            {
              distanceMeters: 804.672,
              staticDuration: "120s",
              navigationInstruction: { maneuver: "TURN_LEFT", instructions: "Turn left onto S Ann St" },
            },
            { staticDuration: "0.5s" },
          ],
        },
      ],
    },
  ],
}
const valhalla = {
  trip: {
    status: 0,
    units: "miles",
    summary: { length: 1.2, time: 310.4 },
    legs: [
      {
        shape: "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI",
        maneuvers: [
          {
            type: 2,
            instruction: "Drive east on Thames Street.",
            verbal_pre_transition_instruction:
              "Drive east on Thames Street. Then Turn left onto South Ann Street.",
            length: 0.1,
            time: 40.2,
          },
          { type: 4, instruction: "You have arrived at your destination.", length: 0, time: 0 },
        ],
      },
    ],
  },
}
/** Both shapes above encode these three points. */
const LINE = [
  { lat: 38.5, lng: -120.2 },
  { lat: 40.7, lng: -120.95 },
  { lat: 43.252, lng: -126.453 },
]

const PROVIDERS = [
  {
    name: "Google",
    make: (changes = {}) => googleDirections("secret-key", { ...FAST, ...changes, baseUrl: provider.url }),
    good: google,
    none: json({}),
    route: {
      distanceMiles: 1,
      durationSeconds: 345,
      isEstimate: false,
      source: "google",
      geometry: LINE,
      steps: [
        {
          text: "Turn left onto S Ann St",
          speech: "Turn left onto S Ann St",
          maneuver: "TURN_LEFT",
          distanceMiles: 0.5,
          durationSeconds: 120,
        },
        { text: "Continue", speech: "Continue", maneuver: null, distanceMiles: 0, durationSeconds: 0.5 },
      ],
    },
  },
  {
    name: "Valhalla",
    make: (changes = {}) => valhallaDirections(provider.url, { ...FAST, ...changes }),
    good: valhalla,
    none: json({ error_code: 442, error: "No path could be found for input" }, 400),
    route: {
      distanceMiles: 1.2,
      durationSeconds: 310.4,
      isEstimate: false,
      source: "valhalla",
      geometry: LINE,
      steps: [
        {
          text: "Drive east on Thames Street.",
          speech: "Drive east on Thames Street. Then Turn left onto South Ann Street.",
          maneuver: "2",
          distanceMiles: 0.1,
          durationSeconds: 40.2,
        },
        {
          text: "You have arrived at your destination.",
          speech: "You have arrived at your destination.",
          maneuver: "4",
          distanceMiles: 0,
          durationSeconds: 0,
        },
      ],
    },
  },
]

describe.each(PROVIDERS)("directions by $name", { tags: ["PLACE-3"] }, ({ make, good, none, route }) => {
  it("come with steps to read and to speak, and a line to draw", async () => {
    provider.answers(json(good))
    expect(await make().route(MARKET, DOOR)).toEqual(route)
  })

  it("are null where there is no way", async () => {
    provider.answers(none)
    expect(await make().route(MARKET, DOOR)).toBeNull()
  })

  it.each([
    ["a 500", status(500)],
    ["a 429 with its wait", status(429, { "retry-after": "0" })],
    ["garbage", garbage],
    ["an answer of another shape", json({ routes: [{}], trip: 1 })],
    ["half an answer and silence", half(good)],
    ["a hang-up in the middle", cut(good)],
    ["silence", silence],
  ])("are asked for again after %s", async (_, misbehaviour) => {
    provider.answers(misbehaviour, json(good))
    expect(await make().route(MARKET, DOOR)).toEqual(route)
    expect(provider.seen).toHaveLength(2)
  })

  it("are asked for by themselves after the circuit was open for its time", async () => {
    provider.answers(status(503))
    const directions = make({ breakerOpenMs: 300 })
    for (let call = 0; call < 2; call += 1)
      await expect(directions.route(MARKET, DOOR)).rejects.toThrow("answered 503")
    provider.answers(json(good))
    await expect.poll(() => directions.route(MARKET, DOOR).catch(String), { timeout: 10_000 }).toEqual(route)
  })

  it("fall back to the estimate while the provider is down, without asking it for ever", async () => {
    provider.answers(status(500))
    const told: { reason: string }[] = []
    const directions = directionsWithFallback(make(), (failure) => told.push(failure))
    for (let call = 0; call < 3; call += 1) {
      expect(await directions.route(MARKET, DOOR)).toMatchObject({ isEstimate: true, steps: [] })
    }
    expect(told.map((it) => it.reason)).toEqual(["answered 500", "answered 500", "circuit open"])
    expect(provider.seen).toHaveLength(2 * 3)
  })
})

describe("what is asked", { tags: ["PLACE-3"] }, () => {
  it("of Google: computeRoutes with the key and the fields in the headers, never in the address", {
    tags: ["PLACE-4"],
  }, async () => {
    provider.answers(json(google))
    await googleDirections("secret-key", { ...FAST, baseUrl: provider.url }).route(MARKET, DOOR)
    const [asked] = provider.seen
    expect(asked).toMatchObject({ method: "POST", path: "/directions/v2:computeRoutes" })
    expect(asked?.query.size).toBe(0)
    expect(asked?.headers["x-goog-api-key"]).toBe("secret-key")
    expect(asked?.headers["x-goog-fieldmask"]).toContain("routes.legs.steps.navigationInstruction")
    expect(JSON.parse(asked?.body ?? "")).toMatchObject({
      origin: { location: { latLng: { latitude: MARKET.lat, longitude: MARKET.lng } } },
      travelMode: "DRIVE",
    })
  })

  it("of Valhalla: a route by car in miles, under whatever path it is served", async () => {
    provider.answers(json(valhalla))
    await valhallaDirections(`${provider.url}/maps`, FAST).route(MARKET, DOOR)
    const [asked] = provider.seen
    expect(asked?.path).toBe("/maps/route")
    expect(JSON.parse(asked?.query.get("json") ?? "")).toMatchObject({
      locations: [
        { lat: MARKET.lat, lon: MARKET.lng },
        { lat: DOOR.lat, lon: DOOR.lng },
      ],
      costing: "auto",
      units: "miles",
    })
  })
})

describe("without a provider", { tags: ["PLACE-3"] }, () => {
  it("is an estimate: 1.35 times the straight line, no turns, said to be one", async () => {
    const route = await directionsWithFallback(undefined, () => undefined).route(MARKET, DOOR)
    expect(route).toMatchObject({ isEstimate: true, source: "estimate", steps: [], geometry: [MARKET, DOOR] })
    expect(route?.distanceMiles).toBeCloseTo(distanceMiles(MARKET, DOOR) * 1.35, 6)
    expect(route?.durationSeconds).toBeGreaterThan(120)
  })

  it("is the same for a place outside of Valhalla's map, which is no proof that there is no way", async () => {
    provider.answers(json({ error_code: 171, error: "No suitable edges near location" }, 400))
    const directions = directionsWithFallback(valhallaDirections(provider.url, FAST), () => undefined)
    expect(await directions.route(MARKET, DOOR)).toMatchObject({ isEstimate: true })
    expect(provider.seen).toHaveLength(1)
  })
})
