import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hasArrived } from "./arrival.ts"
import { isCoordinates } from "./coordinates.ts"
import { boundingBox, distanceMiles, formatMiles } from "./distance.ts"
import { estimateRoute } from "./estimate-route.ts"
import { isStateCode, STATE_CODES } from "./states.ts"
import { zipField } from "./zip.ts"

const NEW_YORK = { lat: 40.7128, lng: -74.006 }
const LOS_ANGELES = { lat: 34.0522, lng: -118.2437 }
/** Hundredths of a degree: fast-check's doubles crowd around zero. */
const inTheStates = fc.record({
  lat: fc.integer({ min: 1800, max: 7150 }).map((hundredths) => hundredths / 100),
  lng: fc.integer({ min: -17_900, max: -6500 }).map((hundredths) => hundredths / 100),
})

describe("distance", () => {
  it("is what maps say between New York and Los Angeles", { tags: ["PLACE-1"] }, () => {
    expect(distanceMiles(NEW_YORK, LOS_ANGELES)).toBeCloseTo(2445.6, 0)
    expect(distanceMiles(NEW_YORK, NEW_YORK)).toBe(0)
  })

  it("reads with one decimal", { tags: ["PLACE-1"] }, () => {
    expect([0.06, 1.02, 12.34].map(formatMiles)).toEqual(["0.1 miles", "1 mile", "12.3 miles"])
    expect([0, 0.04].map(formatMiles)).toEqual(["less than 0.1 miles", "less than 0.1 miles"])
  })
})

describe("the estimate of a way", () => {
  it("falls with every step towards the goal, to nothing at it", { tags: ["DELIV-20"] }, () => {
    const meters = [3000, 1500, 400, 300, 200, 100, 50, 0]
    const ways = meters.map((far) =>
      estimateRoute({ lat: NEW_YORK.lat + far / 111_195, lng: NEW_YORK.lng }, NEW_YORK),
    )
    for (const [index, { durationSeconds, distanceMiles }] of ways.slice(1).entries()) {
      expect(durationSeconds).toBeLessThan(ways[index]!.durationSeconds)
      expect(distanceMiles).toBeLessThan(ways[index]!.distanceMiles)
    }
    expect(ways.at(-1)).toMatchObject({ durationSeconds: 0, distanceMiles: 0 })
  })
})

describe("bounding box", () => {
  it("holds every point within the radius", { tags: ["PLACE-1"] }, () => {
    fc.assert(
      fc.property(
        inTheStates,
        fc.integer({ min: 1, max: 250 }).map((tenths) => tenths / 10),
        fc.oneof(fc.integer({ min: 0, max: 359 }), fc.constantFrom(89, 90, 91, 270)),
        (center, radius, bearing) => {
          const point = pointAt(center, (bearing * Math.PI) / 180, radius * 0.999999)
          const box = boundingBox(center, radius)
          return (
            point.lat >= box.minLat &&
            point.lat <= box.maxLat &&
            point.lng >= box.minLng &&
            point.lng <= box.maxLng
          )
        },
      ),
    )
  })

  it("is no wider than the index can use: its sides are about the radius away", { tags: ["PLACE-1"] }, () => {
    const box = boundingBox(NEW_YORK, 25)
    expect(distanceMiles(NEW_YORK, { lat: box.maxLat, lng: NEW_YORK.lng })).toBeCloseTo(25, 1)
    expect(distanceMiles(NEW_YORK, { lat: NEW_YORK.lat, lng: box.maxLng })).toBeLessThan(25.2)
  })

  it("spans all longitudes at a pole", { tags: ["PLACE-1"] }, () => {
    expect(boundingBox({ lat: 89.9, lng: 0 }, 25)).toMatchObject({ minLng: -180, maxLng: 180 })
  })
})

describe("arrival", () => {
  const door = { ...NEW_YORK, source: "census" as const }
  const near = (meters: number) => ({ lat: door.lat + meters / 111_195, lng: door.lng })

  it("is flagged within 1 metre, whatever the accuracy", { tags: ["DELIV-14"] }, () => {
    expect(hasArrived(near(0.9), 500, door)).toBe(true)
    expect(hasArrived(near(0.9), null, door)).toBe(true)
    expect(hasArrived(near(1.5), null, door)).toBe(false)
  })

  it("is flagged within the reported accuracy up to 50 m", { tags: ["DELIV-14"] }, () => {
    expect(hasArrived(near(30), 35, door)).toBe(true)
    expect(hasArrived(near(30), 25, door)).toBe(false)
    expect(hasArrived(near(49), 50, door)).toBe(true)
    expect(hasArrived(near(30), 51, door)).toBe(false)
    expect(hasArrived(near(30), Number.NaN, door)).toBe(false)
  })

  it("is never flagged against a zip's centre", { tags: ["DELIV-14"] }, () => {
    expect(hasArrived(door, 5, { ...door, source: "zip" })).toBe(false)
  })
})

describe("states and zips", () => {
  it("are 50 states without DC", { tags: ["CATALOG-11"] }, () => {
    expect(STATE_CODES).toHaveLength(50)
    expect(isStateCode("DC")).toBe(false)
    expect(isStateCode("NY")).toBe(true)
    expect(isStateCode("toString")).toBe(false)
  })

  it("take five digits, shorten ZIP+4, and say what a zip looks like", { tags: ["HOME-15"] }, () => {
    expect(zipField.parse(" 10001 ")).toBe("10001")
    expect(zipField.parse("10001-1234")).toBe("10001")
    expect(zipField.safeParse("1000a").success).toBe(false)
    expect(zipField.safeParse("1000").error?.issues[0]?.message).toBe(
      "Enter a five-digit zip code, like 10001.",
    )
    expect(zipField.safeParse(undefined).error?.issues[0]?.message).toBe("Enter your zip code.")
  })
})

it("takes only finite degrees for coordinates", { tags: ["PLACE-1"] }, () => {
  expect(isCoordinates({ lat: 0, lng: 0 })).toBe(true)
  expect(isCoordinates({ lat: 91, lng: 0 })).toBe(false)
  expect(isCoordinates({ lat: "40", lng: -74 })).toBe(false)
  expect(isCoordinates({ lat: Number.NaN, lng: 0 })).toBe(false)
})

/** The point `miles` away from `from` along a bearing, on the sphere of mean radius. */
function pointAt(from: { lat: number; lng: number }, bearing: number, miles: number) {
  const angle = miles / 3958.7613
  const lat1 = (from.lat * Math.PI) / 180
  const lat2 = Math.asin(
    Math.sin(lat1) * Math.cos(angle) + Math.cos(lat1) * Math.sin(angle) * Math.cos(bearing),
  )
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(lat1),
    Math.cos(angle) - Math.sin(lat1) * Math.sin(lat2),
  )
  return { lat: (lat2 * 180) / Math.PI, lng: from.lng + (turn * 180) / Math.PI }
}
