import { existsSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { beforeAll, describe, expect, it } from "vitest"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { generateMarkets, readMarkets, type SeedMarket } from "../../bench/seed/read-markets.ts"
import { searchMarkets } from "./search-markets.server.ts"

const FILE = "shared/data/usda-farmers-markets.csv"
const RADIUS_MILES = 25

/** The directory's file is next to the project folder, or next to the folder of its worktrees. */
const file = ["..", "../.."].map((up) => join(process.cwd(), up, FILE)).find((path) => existsSync(path))

type Point = { lat: number; lng: number }

/** Vincenty's distance on the WGS 84 ellipsoid, in miles: independent of the search's formula, which uses a sphere. */
function ellipsoidMiles(from: Point, to: Point): number {
  const [a, f] = [6_378_137, 1 / 298.257223563]
  const b = a * (1 - f)
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [u1, u2] = [from.lat, to.lat].map((lat) => Math.atan((1 - f) * Math.tan(radians(lat)))) as [
    number,
    number,
  ]
  const l = radians(to.lng - from.lng)
  let lambda = l
  for (let round = 0; round < 100; round += 1) {
    const sinSigma = Math.hypot(
      Math.cos(u2) * Math.sin(lambda),
      Math.cos(u1) * Math.sin(u2) - Math.sin(u1) * Math.cos(u2) * Math.cos(lambda),
    )
    if (sinSigma === 0) return 0
    const cosSigma = Math.sin(u1) * Math.sin(u2) + Math.cos(u1) * Math.cos(u2) * Math.cos(lambda)
    const sigma = Math.atan2(sinSigma, cosSigma)
    const sinAlpha = (Math.cos(u1) * Math.cos(u2) * Math.sin(lambda)) / sinSigma
    const cos2Alpha = 1 - sinAlpha ** 2
    const cos2Middle = cos2Alpha === 0 ? 0 : cosSigma - (2 * Math.sin(u1) * Math.sin(u2)) / cos2Alpha
    const c = (f / 16) * cos2Alpha * (4 + f * (4 - 3 * cos2Alpha))
    const before = lambda
    lambda =
      l +
      (1 - c) *
        f *
        sinAlpha *
        (sigma + c * sinSigma * (cos2Middle + c * cosSigma * (-1 + 2 * cos2Middle ** 2)))
    if (Math.abs(lambda - before) > 1e-12) continue
    const square = (cos2Alpha * (a ** 2 - b ** 2)) / b ** 2
    const bigA = 1 + (square / 16_384) * (4_096 + square * (-768 + square * (320 - 175 * square)))
    const bigB = (square / 1_024) * (256 + square * (-128 + square * (74 - 47 * square)))
    const change =
      bigB *
      sinSigma *
      (cos2Middle +
        (bigB / 4) *
          (cosSigma * (-1 + 2 * cos2Middle ** 2) -
            (bigB / 6) * cos2Middle * (-3 + 4 * sinSigma ** 2) * (-3 + 4 * cos2Middle ** 2)))
    return (b * bigA * (sigma - change)) / 1_609.344
  }
  throw new Error("These points lie opposite each other.")
}

describe(`fifty zips of all states, with ${file ? "the markets of the USDA's directory" : "made-up markets, since its file is not here"}`, () => {
  const database = useDatabase({ zips: true })
  let seeded: SeedMarket[] = []

  beforeAll(async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    seeded = file ? readMarkets(file) : await generateMarkets(client)
    const column = <K extends keyof SeedMarket>(name: K) => seeded.map((market) => market[name])
    await client.query(
      `with seed as (
         select *, uuidv7() user_id from
         unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::float8[])
         as s (name, street, city, state, zip, lat, lng)),
       sellers as (insert into users (id, name, email) select user_id, 'Sam', user_id || '@example.test' from seed)
       insert into markets (user_id, first_name, last_name, name, address, city, state, zip, phone, weekday_hours,
           saturday_hours, sunday_hours, time_zone, lat, lng, position_source, approval, onboarded, subscription)
         select user_id, 'Sam', 'Seller', name, street, city, state, zip, '212-555-0134', '9am-5pm', '8am-1pm',
           'Closed', 'America/New_York', lat, lng, 'entered', 'approved', true, 'active'
         from seed`,
      [
        column("name"),
        column("street"),
        column("city"),
        column("state"),
        column("zip"),
        column("lat"),
        column("lng"),
      ],
    )
    await client.query("analyze markets")
    await client.end()
  }, 60_000)

  it("finds the nearest markets within 25 miles of each, or none where there is none", {
    tags: ["HOME-21"],
  }, async () => {
    const { rows: places } = await database.pool.query<Point & { zip: string; state: string }>(
      `select distinct on (state) zip, state, lat::float8 lat, lng::float8 lng from zips
       where state not in ('DC', 'PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW', 'AA', 'AE', 'AP')
       order by state, md5(zip)`,
    )
    expect(places).toHaveLength(50)
    const ctx = ctxFor(database, { role: "anonymous" })
    const points = seeded.flatMap(({ lat, lng }) => (lat !== null && lng !== null ? [{ lat, lng }] : []))
    expect(points.length).toBeGreaterThan(8_000)
    let none = 0
    for (const place of places) {
      const nearby = points
        // A degree of latitude is 69 miles.
        .filter(({ lat }) => Math.abs(lat - place.lat) < 1)
        .map((point) => ellipsoidMiles(place, point))
        .sort((a, b) => a - b)
      const found = await searchMarkets(ctx, { zip: place.zip, countAll: true })
      const count = (miles: number) => nearby.filter((distance) => distance <= miles).length
      expect(found.total, place.zip).toBeGreaterThanOrEqual(count(RADIUS_MILES * 0.99))
      expect(found.total, place.zip).toBeLessThanOrEqual(count(RADIUS_MILES * 1.01))
      for (const [index, market] of found.markets.entries()) {
        const again = ellipsoidMiles(place, { lat: market.lat!, lng: market.lng! })
        expect(Math.abs(market.distanceMiles! - again), place.zip).toBeLessThanOrEqual(again * 0.01 + 0.001)
        expect(Math.abs(again - nearby[index]!), place.zip).toBeLessThanOrEqual(again * 0.01 + 0.001)
      }
      if (found.total === 0) none += 1
    }
    expect(none).toBeLessThan(25)
  })
})
