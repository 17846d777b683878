import { type SQLWrapper, sql } from "drizzle-orm"
import type { Coordinates } from "./coordinates.ts"
import { chordOf, pointOnSphere } from "./sphere.ts"

const given = sql.placeholder

/** The middle of the circle that is searched, as a point of the unit sphere. */
const middle = sql`cube(array[${given("x")}, ${given("y")}, ${given("z")}]::float8[])`

/** The chord from a place, such as `marketPlace`, to the middle; see `milesOf`. */
export const chordTo = (place: SQLWrapper) => sql<number>`(${place} <-> ${middle})`

/** That a place lies in the box around the circle, which is what an index knows. */
export const isInBox = (place: SQLWrapper) =>
  sql`${place} <@ cube_enlarge(${middle}, ${given("radius")}::float8, 3)`

/** That a place lies in the circle. */
export const isInCircle = (place: SQLWrapper) =>
  sql`(${isInBox(place)} and ${chordTo(place)} <= ${given("radius")}::float8)`

export type CircleValues = ReturnType<typeof circleValues>

/** What queries with these take. */
export const circleValues = (center: Coordinates, miles: number) => ({
  ...pointOnSphere(center),
  radius: chordOf(miles),
})
