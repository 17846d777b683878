import { doublePrecision, index, pgTable, text } from "drizzle-orm/pg-core"

/** US zip codes with their centers. Built by db/data/build-zips.ts; sources are credited there. */
export const zips = pgTable(
  "zips",
  {
    zip: text().primaryKey(),
    city: text().notNull(),
    /** A key that all spellings of the city's name share (`cityKey`); filled by load-zips. */
    cityKey: text(),
    state: text().notNull(),
    county: text().notNull(),
    lat: doublePrecision().notNull(),
    lng: doublePrecision().notNull(),
    timeZone: text().notNull(),
  },
  (t) => [index("zips_city_key").on(t.cityKey)],
)
