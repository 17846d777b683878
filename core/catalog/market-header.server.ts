import { markets } from "#db/schema/index.ts"

/** What every page about a market says of it first. */
export type MarketHeader = {
  id: string
  name: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  weekdayHours: string
  saturdayHours: string
  sundayHours: string
}

/** The same as columns to select. */
export const marketHeader = {
  id: markets.id,
  name: markets.name,
  address: markets.address,
  city: markets.city,
  state: markets.state,
  zip: markets.zip,
  phone: markets.phone,
  weekdayHours: markets.weekdayHours,
  saturdayHours: markets.saturdayHours,
  sundayHours: markets.sundayHours,
}
