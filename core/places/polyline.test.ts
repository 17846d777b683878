import { expect, it } from "vitest"
import { decodePolyline } from "./polyline.ts"

it("decodes the example of Google's documentation", { tags: ["PLACE-3"] }, () => {
  expect(decodePolyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@", 5)).toEqual([
    { lat: 38.5, lng: -120.2 },
    { lat: 40.7, lng: -120.95 },
    { lat: 43.252, lng: -126.453 },
  ])
})

it("leaves an unfinished point out, and reads nothing as no points", { tags: ["PLACE-3"] }, () => {
  expect(decodePolyline("_p~iF~ps|U_ulL", 5)).toHaveLength(1)
  expect(decodePolyline("", 6)).toEqual([])
})
