import {
  couriers,
  deliveries,
  ledgerEntries,
  marketCalendars,
  markets,
  orderLines,
  orders,
  payouts,
  products,
  transfers,
} from "#db/schema/index.ts"

/** Picks the named columns of a table: a column that is added later is in no export until it is listed here. */
function pick<Table, Name extends keyof Table>(table: Table, ...names: Name[]): Pick<Table, Name> {
  return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>
}

const MONEY_OF_ORDER = ["itemsCents", "taxCents", "deliveryCents", "totalCents"] as const
const STEPS_OF_ORDER = ["windowStartsAt", "windowEndsAt", "clockStartsAt", "fulfilledAt"] as const
const END_OF_ORDER = ["cancelledAt", "cancelledBy", "cancelReason", "chargedBackAt"] as const

/** The columns of an order for its customer: not what the market pays for it, nor how the market was reminded. */
export const BOUGHT_ORDER = pick(
  orders,
  ...(["id", "number", "checkoutId", "marketId", "fulfilment", "status", "confirmation"] as const),
  ...MONEY_OF_ORDER,
  ...STEPS_OF_ORDER,
  ...(["note", "replacement"] as const),
  ...END_OF_ORDER,
  ...(["createdAt", "updatedAt"] as const),
)

export const BOUGHT_LINE = pick(
  orderLines,
  ...(["productName", "category", "section", "size", "quantity", "unitPriceCents", "taxCents"] as const),
)

/** The columns of an order for its seller: nothing that the buyer typed, and none of the buyer's codes. */
export const SOLD_ORDER = pick(
  orders,
  ...(["id", "number", "marketId", "fulfilment", "status"] as const),
  ...MONEY_OF_ORDER,
  ...(["processorFeeCents", "platformFeeCents"] as const),
  ...STEPS_OF_ORDER,
  ...END_OF_ORDER,
  ...(["restocked", "chargebackLostAt", "remindedAt", "createdAt", "updatedAt"] as const),
)

/** The columns of the delivery of a customer's own order, without the courier, who is another person. */
export const OWN_DELIVERY = pick(
  deliveries,
  ...(["id", "orderId", "firstName", "lastName", "address", "addressOne", "city", "state", "zip"] as const),
  ...(["phone", "email", "instructions", "addressId"] as const),
  ...(["lat", "lng", "positionSource", "placeId", "distanceMiles", "feeCents"] as const),
  ...(["carrier", "trackingNumber", "photoId"] as const),
  ...(["firstTakenAt", "takenAt", "pickedUpAt", "deliveredAt", "createdAt"] as const),
)

/** The columns of a delivery for its courier, beside the order's number: nothing about the recipient. */
export const BROUGHT_DELIVERY = pick(
  deliveries,
  ...(["takenAt", "pickedUpAt", "deliveredAt", "distanceMiles", "feeCents"] as const),
)

const PLACE = ["address", "city", "state", "zip", "lat", "lng", "positionSource", "placeId"] as const
/** Leaves out the admin who decided, who is another person. */
const APPROVAL = ["approval", "denialReason", "wasApproved", "decidedAt"] as const
const PAYOUT_ACCOUNT = [
  "stripeAccountId",
  "onboarded",
  "requirements",
  "payoutSchedule",
  "accountCheckedAt",
  "lastPayoutAt",
] as const

export const OWN_MARKET = pick(
  markets,
  ...(["id", "userId", "firstName", "lastName", "name", "phone"] as const),
  ...PLACE,
  ...(["weekdayHours", "saturdayHours", "sundayHours", "timeZone"] as const),
  ...APPROVAL,
  ...PAYOUT_ACCOUNT,
  ...(["website", "story", "productDescription"] as const),
  ...(["acceptsSnap", "acceptsWic", "acceptsMarketChecks"] as const),
  ...(["stripeCustomerId", "stripeSubscriptionId", "subscription", "subscriptionCheckedAt"] as const),
  ...(["canSell", "ownerPhotoId", "marketPhotoId", "certificateId", "createdAt", "updatedAt"] as const),
)

export const OWN_CALENDAR = pick(
  marketCalendars,
  ...(["week", "prepMinutes", "pausedAt", "pausedUntil", "pauseReason"] as const),
  ...(["pickupPlaces", "deliveryPlaces", "offersDelivery", "deliveryRadiusMiles"] as const),
  ...(["pickupMinimumCents", "deliveryMinimumCents", "hasOwnDeliverer", "updatedAt"] as const),
)

export const OWN_PRODUCT = pick(
  products,
  ...(["id", "marketId", "category", "section", "name", "description", "gender", "age"] as const),
  ...(["unit", "unitAmount", "retiredAt", "createdAt", "updatedAt"] as const),
)

export const OWN_COURIER_PROFILE = pick(
  couriers,
  ...(["userId", "firstName", "lastName", "addressOne", "phone"] as const),
  ...PLACE,
  ...APPROVAL,
  ...PAYOUT_ACCOUNT,
  ...(["photoId", "createdAt", "updatedAt"] as const),
)

export const OWN_ENTRY = pick(
  ledgerEntries,
  ...(["id", "party", "orderId", "payoutId", "kind", "amountCents", "createdAt"] as const),
)

/** Leaves out how often we tried, and the payment provider's responses. */
export const OWN_TRANSFER = pick(
  transfers,
  ...(["id", "orderId", "party", "amountCents", "status", "dueAt", "sentAt", "availableAt"] as const),
  ...(["stripeTransferId", "stripeReversalId", "reversedCents", "createdAt"] as const),
)

export const OWN_PAYOUT = pick(
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
