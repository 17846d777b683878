import { type SQLWrapper, sql } from "drizzle-orm"
import type { Coordinates } from "./coordinates.ts"
import { chordOf, pointOnSphere } from "./sphere.ts"

const given = sql.placeholder

/** The center of the searched circle, as a point of the unit sphere. */
const middle = sql`cube(array[${given("x")}, ${given("y")}, ${given("z")}]::float8[])`

/** The chord from a location, such as `marketPlace`, to the center; `milesOf` converts it. */
export const chordTo = (place: SQLWrapper) => sql<number>`(${place} <-> ${middle})`

/** Condition: a location lies in the circle's bounding box. Indexes support it. */
export const isInBox = (place: SQLWrapper) =>
  sql`${place} <@ cube_enlarge(${middle}, ${given("radius")}::float8, 3)`

/** Condition: a location lies in the circle. */
export const isInCircle = (place: SQLWrapper) =>
  sql`(${isInBox(place)} and ${chordTo(place)} <= ${given("radius")}::float8)`

export type CircleValues = ReturnType<typeof circleValues>

/** Values for the placeholders of these conditions. */
export const circleValues = (center: Coordinates, miles: number) => ({
  ...pointOnSphere(center),
  radius: chordOf(miles),
})
