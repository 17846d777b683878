import { describe, expect, it } from "vitest"
import type { RouteToGoal } from "#core/deliveries/route-to.server.ts"
import { estimateRoute } from "#core/places/estimate-route.ts"
import { isOffRoute, routeLeft } from "./route-left.ts"

/** One block east, then one block north, in Baltimore. */
const [start, corner, door] = [
  { lat: 39.29, lng: -76.6 },
  { lat: 39.29, lng: -76.59 },
  { lat: 39.3, lng: -76.59 },
] as const
const STREETS: RouteToGoal = {
  toward: "customer",
  distanceMiles: 2,
  durationSeconds: 600,
  isEstimate: false,
  source: "valhalla",
  geometry: [start, corner, door],
  steps: [],
}

describe("what is left of a way", { tags: ["DELIV-20"] }, () => {
  it("is counted along the streets for a courier who is on them", () => {
    expect(routeLeft(STREETS, start)).toMatchObject({ distanceMiles: 2, durationSeconds: 600 })
    const left = routeLeft(STREETS, corner)
    expect(left.distanceMiles).toBeCloseTo(1.13, 1)
    expect(left.durationSeconds).toBeCloseTo(338, -1)
    expect(routeLeft(STREETS, door)).toMatchObject({ durationSeconds: 0 })
  })

  it("never grows for a courier who went another way, who has left it", () => {
    const behind = { lat: 39.28, lng: -76.61 }
    expect(isOffRoute(STREETS, behind)).toBe(true)
    expect(isOffRoute(STREETS, corner)).toBe(false)
    expect(routeLeft(STREETS, behind)).toMatchObject({ distanceMiles: 2, durationSeconds: 600 })
  })

  it("is what an estimate from here says, wherever the first one was made", () => {
    const estimate: RouteToGoal = { toward: "customer", ...estimateRoute(start, door) }
    const { distanceMiles, durationSeconds } = estimateRoute(corner, door)
    expect(routeLeft(estimate, corner)).toMatchObject({ distanceMiles, durationSeconds })
    expect(isOffRoute(estimate, corner)).toBe(false)
  })
})
