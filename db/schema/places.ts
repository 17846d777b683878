import { doublePrecision, pgTable, text } from "drizzle-orm/pg-core"

/** US zip codes with their centres. Built by db/data/build-zips.ts; sources are credited there. */
export const zips = pgTable("zips", {
  zip: text().primaryKey(),
  city: text().notNull(),
  state: text().notNull(),
  county: text().notNull(),
  lat: doublePrecision().notNull(),
  lng: doublePrecision().notNull(),
  timeZone: text().notNull(),
})
