import { expect, it } from "vitest"
import { wayAhead } from "./way-ahead.ts"

/** One block east, then one block north, in Baltimore. */
const way = [
  { lat: 39.29, lng: -76.6 },
  { lat: 39.29, lng: -76.59 },
  { lat: 39.3, lng: -76.59 },
]

it("leaves behind what a courier on the way has done, around the corner, too", { tags: ["DELIV-21"] }, () => {
  const half = wayAhead(way, { lat: 39.2901, lng: -76.595 })
  expect(half).toHaveLength(3)
  expect(half[0]?.lng).toBeCloseTo(-76.595, 4)
  expect(half[0]?.lat).toBeCloseTo(39.29, 4)
  const corner = wayAhead(way, { lat: 39.295, lng: -76.59 })
  expect(corner).toHaveLength(2)
  expect(corner[0]?.lat).toBeCloseTo(39.295, 4)
  expect(corner.at(-1)).toEqual(way.at(-1))
})

it("draws an estimate's straight line from where the courier is", { tags: ["DELIV-21"] }, () => {
  const at = { lat: 39.28, lng: -76.6 }
  expect(wayAhead([way[0]!, way[2]!], at)).toEqual([at, way[2]])
})

it("keeps the whole way for a courier who is elsewhere or unknown, and an empty one", {
  tags: ["DELIV-21"],
}, () => {
  expect(wayAhead(way, { lat: 39.28, lng: -76.6 })).toBe(way)
  expect(wayAhead(way, null)).toBe(way)
  expect(wayAhead([], { lat: 39.29, lng: -76.6 })).toEqual([])
})
