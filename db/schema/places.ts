import { sql } from "drizzle-orm"
import { doublePrecision, index, pgTable, text } from "drizzle-orm/pg-core"

/** US zip codes with their centres. Built by db/data/build-zips.ts; sources are credited there. */
export const zips = pgTable(
  "zips",
  {
    zip: text().primaryKey(),
    city: text().notNull(),
    state: text().notNull(),
    county: text().notNull(),
    lat: doublePrecision().notNull(),
    lng: doublePrecision().notNull(),
    timeZone: text().notNull(),
  },
  (t) => [index("zips_city").on(sql`lower(${t.city})`)],
)
