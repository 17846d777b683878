import { getTableColumns } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import {
  couriers,
  customers,
  deliveries,
  ledgerEntries,
  marketCalendars,
  markets,
  orderLines,
  orders,
  payouts,
  products,
  replacementOffers,
  transfers,
} from "#db/schema/index.ts"
import { exportedTexts, type TextOwner } from "./typed-texts.server.ts"

/**
 * The columns of a table for a reader of the export: the texts of TYPED_TEXTS that the reader may have, and those named
 * here, in the table's own order. A column that is added later fails a test until it is exported or in NOT_EXPORTED (tests/support).
 */
function columnsFor<Table extends PgTable, Name extends keyof Table>(
  reader: TextOwner,
  table: Table,
  ...names: Name[]
): Record<string, PgColumn> & Pick<Table, Name> {
  const exported: ReadonlySet<PropertyKey> = new Set([...Object.keys(exportedTexts(reader, table)), ...names])
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => exported.has(name))
  return Object.fromEntries(columns) as Record<string, PgColumn> & Pick<Table, Name>
}

export const OWN_CUSTOMER = columnsFor("customer", customers, "createdAt", "stripeCustomerId")

const POSITION = ["lat", "lng", "positionSource", "placeId"] as const
const MONEY_OF_ORDER = ["itemsCents", "taxCents", "deliveryCents", "tipCents", "totalCents"] as const
const STEPS_OF_ORDER = [
  "windowStartsAt",
  "windowEndsAt",
  "clockStartsAt",
  "packedAt",
  "bags",
  "fulfilledAt",
] as const
const END_OF_ORDER = ["cancelledAt", "cancelledBy", "chargedBackAt"] as const

/** The columns of an order for its customer: not what the market pays for it, nor how the market was reminded. */
export const BOUGHT_ORDER = columnsFor(
  "customer",
  orders,
  ...(["id", "number", "checkoutId", "marketId", "fulfilment", "status", "confirmation"] as const),
  ...MONEY_OF_ORDER,
  ...STEPS_OF_ORDER,
  ...END_OF_ORDER,
  ...(["handedOverWith", "replacement", "createdAt", "updatedAt"] as const),
)

export const BOUGHT_LINE = columnsFor(
  "customer",
  orderLines,
  ...([
    "category",
    "section",
    "unit",
    "unitAmount",
    "byWeight",
    "quantity",
    "unitPriceCents",
    "taxCents",
  ] as const),
  ...(["id", "packedQuantity", "packedAmount", "differenceReason"] as const),
  ...(["replacedQuantity", "replacesLineId"] as const),
)

/** The columns of an offered replacement, for the order's customer and its seller. */
export const OFFERED_REPLACEMENT = columnsFor(
  "customer",
  replacementOffers,
  ...(["orderId", "lineId", "missingQuantity", "missingItemsCents", "missingTaxCents"] as const),
  ...(["category", "section", "unit", "unitAmount", "byWeight"] as const),
  ...(["quantity", "unitPriceCents", "taxCents"] as const),
  ...(["status", "offeredAt", "expiresAt", "answeredAt", "answeredBy"] as const),
)

/** The columns of an order for its seller: nothing that the buyer typed, and none of the buyer's codes. */
export const SOLD_ORDER = columnsFor(
  "seller",
  orders,
  ...(["id", "number", "marketId", "fulfilment", "status"] as const),
  ...MONEY_OF_ORDER,
  ...(["processorFeeCents", "platformFeeCents"] as const),
  ...STEPS_OF_ORDER,
  ...END_OF_ORDER,
  ...(["handedOverWith", "restocked", "chargebackLostAt", "acknowledgedAt"] as const),
  ...(["newOrderRemindedAt", "remindedAt", "createdAt", "updatedAt"] as const),
)

/** The columns of the delivery of a customer's own order, without the courier. */
export const OWN_DELIVERY = columnsFor(
  "customer",
  deliveries,
  ...(["id", "orderId", "addressId", "photoId", "distanceMiles", "feeCents"] as const),
  ...POSITION,
  ...(["firstTakenAt", "takenAt", "pickedUpAt", "deliveredAt", "createdAt"] as const),
)

/** The columns of a delivery for its courier, in addition to the order's number: nothing about the recipient. */
export const BROUGHT_DELIVERY = columnsFor(
  "courier",
  deliveries,
  ...(["takenAt", "pickedUpAt", "deliveredAt", "distanceMiles", "feeCents"] as const),
)

/** Leaves out the admin who decided, because the admin is another person. */
const APPROVAL = ["approval", "wasApproved", "decidedAt"] as const
const PAYOUT_ACCOUNT = [
  "stripeAccountId",
  "onboarded",
  "requirements",
  "payoutSchedule",
  "accountCheckedAt",
  "lastPayoutAt",
] as const

export const OWN_MARKET = columnsFor(
  "seller",
  markets,
  ...(["id", "userId", "timeZone"] as const),
  ...POSITION,
  ...APPROVAL,
  ...PAYOUT_ACCOUNT,
  ...(["acceptsSnap", "acceptsWic", "acceptsMarketChecks"] as const),
  ...(["stripeCustomerId", "stripeSubscriptionId", "subscription", "subscriptionCheckedAt"] as const),
  ...(["eveningEmailHour", "eveningEmailDay"] as const),
  ...(["canSell", "ownerPhotoId", "marketPhotoId", "certificateId", "createdAt", "updatedAt"] as const),
)

export const OWN_CALENDAR = columnsFor(
  "seller",
  marketCalendars,
  ...(["week", "prepMinutes", "pausedAt", "pausedUntil"] as const),
  ...(["pickupPlaces", "deliveryPlaces", "offersDelivery", "deliveryRadiusMiles"] as const),
  ...(["pickupMinimumCents", "deliveryMinimumCents", "hasOwnDeliverer", "updatedAt"] as const),
)

export const OWN_PRODUCT = columnsFor(
  "seller",
  products,
  ...(["id", "marketId", "category", "section", "gender", "age"] as const),
  ...(["unit", "unitAmount", "byWeight", "retiredAt", "createdAt", "updatedAt"] as const),
)

export const OWN_COURIER_PROFILE = columnsFor(
  "courier",
  couriers,
  ...POSITION,
  ...APPROVAL,
  ...PAYOUT_ACCOUNT,
  ...(["userId", "photoId", "createdAt", "updatedAt"] as const),
)

export const OWN_ENTRY = columnsFor(
  "person",
  ledgerEntries,
  ...(["id", "party", "orderId", "payoutId", "kind", "amountCents", "createdAt"] as const),
)

/** Leaves out how often we tried, and the payment provider's responses. */
export const OWN_TRANSFER = columnsFor(
  "person",
  transfers,
  ...(["id", "orderId", "party", "amountCents", "status", "dueAt", "sentAt", "availableAt"] as const),
  ...(["stripeTransferId", "stripeReversalId", "reversedCents", "createdAt"] as const),
)

export const OWN_PAYOUT = columnsFor(
  "person",
  payouts,
  ...([
    "id",
    "role",
    "amountCents",
    "status",
    "stripePayoutId",
    "failure",
    "createdAt",
    "updatedAt",
  ] as const),
)
