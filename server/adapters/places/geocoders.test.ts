import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { Geocoder } from "#core/ports/places.ts"
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
import { censusGeocoder } from "./census-geocoder.ts"
import { geocodeWithFallback } from "./compose-places.ts"
import { googleGeocoder } from "./google-geocoder.ts"
import { zipGeocoder } from "./zip-geocoder.ts"

const HOME = { address: "350 5th Ave", addressOne: "Apt 3", city: "New York", state: "NY", zip: "10118" }
const FAST = { timeoutMs: 1_000, baseDelayMs: 1, attempts: 3, breakerFailures: 2, breakerOpenMs: 60_000 }

let provider: Fake
beforeEach(async () => {
  provider = await startFake()
})
afterEach(() => provider.close())

const google = (locationType = "ROOFTOP") => ({
  status: "OK",
  results: [
    {
      place_id: "ChIJaXQRs6lZwokRY6EFpJnhNNE",
      formatted_address: "350 5th Ave, New York, NY 10118, USA",
      geometry: { location: { lat: 40.7484, lng: -73.9857 }, location_type: locationType },
    },
  ],
})
const census = {
  result: {
    input: { benchmark: { id: "4" } },
    addressMatches: [
      { matchedAddress: "350 5TH AVE, NEW YORK, NY, 10118", coordinates: { x: -73.9854, y: 40.7481 } },
    ],
  },
}

const GEOCODERS = [
  {
    name: "Google",
    make: (changes = {}) => googleGeocoder("secret-key", { ...FAST, ...changes, baseUrl: provider.url }),
    good: google(),
    none: { status: "ZERO_RESULTS", results: [] },
    place: { lat: 40.7484, lng: -73.9857, source: "google", placeId: "ChIJaXQRs6lZwokRY6EFpJnhNNE" },
  },
  {
    name: "the US Census",
    make: (changes = {}) => censusGeocoder({ ...FAST, ...changes, baseUrl: provider.url }),
    good: census,
    none: { result: { addressMatches: [] } },
    place: { lat: 40.7481, lng: -73.9854, source: "census" },
  },
]

describe.each(GEOCODERS)("geocoding by $name", { tags: ["PLACE-2"] }, ({ make, good, none, place }) => {
  it("finds the place and says who found it", async () => {
    provider.answers(json(good))
    expect(await make().geocode(HOME)).toEqual(place)
  })

  it("answers null for an address that nobody knows", async () => {
    provider.answers(json(none))
    expect(await make().geocode(HOME)).toBeNull()
  })

  it.each([
    ["a 500", status(500)],
    ["a 429", status(429)],
    ["garbage", garbage],
    ["half an answer and silence", half(good)],
    ["a hang-up in the middle", cut(good)],
    ["silence", silence],
  ])("asks again after %s", async (_, misbehaviour) => {
    provider.answers(misbehaviour, json(good))
    expect(await make().geocode(HOME)).toEqual(place)
    expect(provider.seen).toHaveLength(2)
  })

  it("does not repeat what was rejected", async () => {
    provider.answers(status(403))
    await expect(make().geocode(HOME)).rejects.toThrow("answered 403")
    expect(provider.seen).toHaveLength(1)
  })

  it("is asked again by itself after its circuit was open for its time", async () => {
    provider.answers(status(503))
    const geocoder = make({ breakerOpenMs: 300 })
    for (let call = 0; call < 2; call += 1)
      await expect(geocoder.geocode(HOME)).rejects.toThrow("answered 503")
    provider.answers(json(good))
    await expect.poll(() => geocoder.geocode(HOME).catch(String), { timeout: 10_000 }).toEqual(place)
    expect(await geocoder.geocode(HOME)).toEqual(place)
  })

  it("stops asking a provider that stays down, and tells neither key nor address", {
    tags: ["PLACE-4"],
  }, async () => {
    provider.answers(status(503))
    const geocoder = make()
    for (let call = 0; call < 2; call += 1) {
      const error = await geocoder.geocode(HOME).catch((it: Error) => it)
      expect(JSON.stringify([String(error), { ...(error as Error) }])).not.toMatch(/secret-key|5th Ave/)
    }
    await expect(geocoder.geocode(HOME)).rejects.toThrow("circuit open")
    expect(provider.seen).toHaveLength(2 * 3)
  })
})

describe("what is asked", { tags: ["PLACE-2"] }, () => {
  it("of Google: one line within the United States, with the key", async () => {
    provider.answers(json(google()))
    await googleGeocoder("secret-key", { ...FAST, baseUrl: provider.url }).geocode(HOME)
    const [asked] = provider.seen
    expect(asked?.path).toBe("/maps/api/geocode/json")
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      address: "350 5th Ave, New York, NY 10118",
      components: "country:US",
      region: "us",
      key: "secret-key",
    })
  })

  it("of the census: the parts of the address, without the apartment", async () => {
    provider.answers(json(census))
    await censusGeocoder({ ...FAST, baseUrl: provider.url }).geocode(HOME)
    const [asked] = provider.seen
    expect(asked?.path).toBe("/geocoder/locations/address")
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({
      street: "350 5th Ave",
      city: "New York",
      state: "NY",
      zip: "10118",
      benchmark: "Public_AR_Current",
      format: "json",
    })
  })
})

describe("Google's own ways to fail", { tags: ["PLACE-2"] }, () => {
  const geocode = () => googleGeocoder("secret-key", { ...FAST, baseUrl: provider.url }).geocode(HOME)

  it("does not take a neighbourhood for a door", async () => {
    provider.answers(json(google("APPROXIMATE")))
    expect(await geocode()).toBeNull()
  })

  it("asks again over the limit per second, not when the key is rejected", async () => {
    provider.answers(json({ status: "OVER_QUERY_LIMIT", results: [] }), json(google()))
    expect(await geocode()).toMatchObject({ source: "google" })
    provider.answers(json({ status: "REQUEST_DENIED", results: [], error_message: "bad key" }))
    await expect(geocode()).rejects.toThrow("REQUEST_DENIED")
    expect(provider.seen).toHaveLength(3)
  })

  it("does not believe a latitude beyond the pole", async () => {
    const bad = google()
    for (const it of bad.results) it.geometry.location.lat = 400
    provider.answers(json(bad))
    await expect(geocode()).rejects.toThrow("something else")
  })
})

describe("the fallback", { tags: ["PLACE-2"] }, () => {
  const zip = zipGeocoder(async (code) => (code === "10118" ? { lat: 40.75, lng: -73.99 } : null))
  const told: unknown[] = []
  const withFallback = (exact: Geocoder) => geocodeWithFallback(exact, zip, (failure) => told.push(failure))

  it("is the zip's centre, and said to be no more", async () => {
    provider.answers(status(500))
    const geocoder = withFallback(censusGeocoder({ ...FAST, baseUrl: provider.url }))
    expect(await geocoder.geocode(HOME)).toEqual({ lat: 40.75, lng: -73.99, source: "zip" })
    expect(told).toEqual([{ provider: "US Census geocoder", reason: "answered 500" }])
  })

  it("also stands in for an address that the provider does not know", async () => {
    const geocoder = withFallback({ geocode: async () => null })
    expect(await geocoder.geocode({ ...HOME, zip: "10118-0110" })).toMatchObject({ source: "zip" })
    expect(await geocoder.geocode({ ...HOME, zip: "00000" })).toBeNull()
  })

  it("hides no error of our own", async () => {
    const broken: Geocoder = {
      geocode: async () => {
        throw new TypeError("bug")
      },
    }
    await expect(withFallback(broken).geocode(HOME)).rejects.toThrow("bug")
  })
})
