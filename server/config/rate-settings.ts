import { z } from "zod"
import { basisPoints, type Setting, setting, wholeCents } from "./setting-shapes.ts"

/** Business numbers that an operator may change without a new release. */
export const RATE_SETTINGS = {
  DELIVERY_BASE_CENTS: setting("rates", wholeCents.default(399), "Delivery fee for the first miles.", "399"),
  DELIVERY_BASE_MILES: setting(
    "rates",
    z.coerce.number().min(0).default(2),
    "Miles that the base fee covers.",
    "2",
  ),
  DELIVERY_MILE_CENTS: setting(
    "rates",
    wholeCents.default(75),
    "Fee for each additional started mile.",
    "75",
  ),
  DELIVERY_MAX_MILES: setting(
    "rates",
    z.coerce.number().positive().default(25),
    "Farthest delivery from a market.",
    "25",
  ),
  PROCESSOR_FEE_BASIS_POINTS: setting(
    "rates",
    basisPoints.default(290),
    "Share of a payment that the card processor keeps.",
    "290",
  ),
  PROCESSOR_FEE_FIXED_CENTS: setting(
    "rates",
    wholeCents.default(30),
    "Fixed part of the processor's fee per payment.",
    "30",
  ),
  PLATFORM_FEE_BASIS_POINTS: setting(
    "rates",
    basisPoints.default(0),
    "Share of the items' price that Pushcart keeps.",
    "0",
  ),
  TRANSFER_DELAY_HOURS: setting(
    "rates",
    z.coerce.number().min(0).optional(),
    "Hours from fulfillment to the transfer; 24 by default, 0 in a demo.",
    "24",
  ),
  PAYOUT_INTERVAL: setting(
    "rates",
    z.enum(["weekly", "monthly"]).default("weekly"),
    "How often our own job pays out to people who have chosen neither weekly nor monthly.",
    "weekly",
  ),
} satisfies Record<string, Setting>
