import { describe, expect, it } from "vitest"
import { groupsOf, numbersOf } from "./group-points.ts"
import type { MapPoint } from "./map-point.ts"

const point = (number: number | undefined, lat: number, lng = -73.99): MapPoint => ({
  id: `p${number ?? lat}`,
  lat,
  lng,
  title: `Market ${number}`,
  ...(number === undefined ? {} : { number }),
})
const ids = (groups: ReturnType<ReturnType<typeof groupsOf>>) =>
  groups.map(({ points }) => points.map(({ id }) => id))

describe("pins that would cover each other", { tags: ["MAP-8"] }, () => {
  const near = [point(1, 40.75), point(2, 40.8), point(3, 40.751)]

  it("are one, in the order of the list, until a zoom at which they stand apart", () => {
    const groupsAt = groupsOf(near)
    const [first] = groupsAt(10)
    expect(ids(groupsAt(10))).toEqual([["p1", "p3"], ["p2"]])
    expect(first?.splitsAtZoom).toBeGreaterThan(10)
    expect(ids(groupsAt(first?.splitsAtZoom ?? 0))).toEqual([["p1"], ["p2"], ["p3"]])
  })

  it("never stand apart at one place, such as the center of a zip", () => {
    const [group, ...others] = groupsOf([point(1, 40.75), point(2, 40.75)])(16)
    expect(others).toEqual([])
    expect(group).toMatchObject({ splitsAtZoom: null, lat: expect.closeTo(40.75, 5) })
  })

  it("stay apart where they are not of a list: a courier at the door is two pins", () => {
    expect(ids(groupsOf([point(undefined, 40.75), point(undefined, 40.7501)])(3))).toHaveLength(2)
  })

  it("say their numbers, two of them where there are many", () => {
    expect(numbersOf([point(4, 1)])).toBe("4")
    expect(numbersOf([point(1, 1), point(3, 1)])).toBe("1, 3")
    expect(numbersOf([point(1, 1), point(3, 1), point(7, 1), point(9, 1)])).toBe("1, 3 +2")
  })
})
