import { sql } from "drizzle-orm"
import { boolean, doublePrecision, integer, text, timestamp, uuid } from "drizzle-orm/pg-core"
import { UNITS } from "#core/catalog/product.ts"
import { APPROVALS, PAYOUT_SCHEDULES } from "#core/identity/states.ts"
import type { Cents } from "#core/money.ts"
import { POSITION_SOURCES } from "#core/places/coordinates.ts"

/** A time-ordered id made by the database (uuidv7). */
export const id = () => uuid().primaryKey().default(sql`uuidv7()`)
export const at = () => timestamp({ withTimezone: true, precision: 3 })
export const createdAt = () => at().notNull().defaultNow()
export const money = () => integer().$type<Cents>()

// These are functions because a column is named after the first table that uses it: shared column objects would clash.
export const positionColumns = () => ({
  lat: doublePrecision(),
  lng: doublePrecision(),
  positionSource: text({ enum: POSITION_SOURCES }),
  placeId: text(),
})

/** The unit of the price, and how many of it; null if the seller entered none. */
export const unitColumns = () => ({
  unit: text({ enum: UNITS }),
  unitAmount: doublePrecision(),
  /** The price is for the stated weight and the most that is paid: packing enters the weight that is paid for. */
  byWeight: boolean().notNull().default(false),
})

export const decisionColumns = () => ({
  approval: text({ enum: APPROVALS }).notNull().default("waiting"),
  denialReason: text(),
  /** The denial withdrew an approval: it does not decide an application. */
  wasApproved: boolean().notNull().default(false),
  decidedAt: at(),
  decidedBy: uuid(),
})

/** The connected account at the payment provider, as last reported: the provider has the truth. */
export const payoutAccountColumns = () => ({
  stripeAccountId: text().unique(),
  /** The spec's `sucess`: null = never onboarded, false = rejected or requirements open, true = may be paid. */
  onboarded: boolean(),
  requirements: text().array().notNull().default(sql`'{}'`),
  payoutSchedule: text({ enum: PAYOUT_SCHEDULES }),
  accountCheckedAt: at(),
  lastPayoutAt: at(),
})
