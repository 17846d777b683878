import { doublePrecision, index, pgTable, text } from "drizzle-orm/pg-core"

/** US zip codes with their centres. Built by db/data/build-zips.ts; sources are credited there. */
export const zips = pgTable(
  "zips",
  {
    zip: text().primaryKey(),
    city: text().notNull(),
    /** What all spellings of the city's name have in common (`cityKey`); filled with the table, by load-zips. */
    cityKey: text(),
    state: text().notNull(),
    county: text().notNull(),
    lat: doublePrecision().notNull(),
    lng: doublePrecision().notNull(),
    timeZone: text().notNull(),
  },
  (t) => [index("zips_city_key").on(t.cityKey)],
)
