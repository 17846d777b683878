import { expect, it } from "vitest"
import { routeAhead } from "./route-ahead.ts"

/** One block east, then one block north, in Baltimore. */
const route = [
  { lat: 39.29, lng: -76.6 },
  { lat: 39.29, lng: -76.59 },
  { lat: 39.3, lng: -76.59 },
]

it("leaves behind what a courier on the route has done, around the corner, too", {
  tags: ["DELIV-21"],
}, () => {
  const half = routeAhead(route, { lat: 39.2901, lng: -76.595 })
  expect(half).toHaveLength(3)
  expect(half[0]?.lng).toBeCloseTo(-76.595, 4)
  expect(half[0]?.lat).toBeCloseTo(39.29, 4)
  const corner = routeAhead(route, { lat: 39.295, lng: -76.59 })
  expect(corner).toHaveLength(2)
  expect(corner[0]?.lat).toBeCloseTo(39.295, 4)
  expect(corner.at(-1)).toEqual(route.at(-1))
})

it("draws an estimate's straight line from where the courier is", { tags: ["DELIV-21"] }, () => {
  const at = { lat: 39.28, lng: -76.6 }
  expect(routeAhead([route[0]!, route[2]!], at)).toEqual([at, route[2]])
})

it("keeps the whole way for a courier who is elsewhere or unknown, and an empty one", {
  tags: ["DELIV-21"],
}, () => {
  expect(routeAhead(route, { lat: 39.28, lng: -76.6 })).toBe(route)
  expect(routeAhead(route, null)).toBe(route)
  expect(routeAhead([], { lat: 39.29, lng: -76.6 })).toEqual([])
})
