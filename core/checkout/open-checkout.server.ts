import { sql } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { newId } from "#core/ids.server.ts"
import { emit } from "#core/outbox.server.ts"
import { commitWith, type Transaction } from "#db/client.ts"
import { waitsForNoDisk } from "#db/no-disk.ts"
import { insertOf, preparedInsert } from "#db/prepared.ts"
import { checkoutLines, checkoutMarkets, checkouts } from "#db/schema/index.ts"
import { earlier, holdUntil } from "./hold-time.ts"
import { type CheckoutTotals, checkoutTotals, type MarketPrice } from "./price-checkout.server.ts"
import type { CheckoutPlaces } from "./read-places.server.ts"

export type StartedCheckout = {
  checkoutId: string
  /** True when the checkout that was under way turned out to be paid: there is nothing more to pay. */
  paid: boolean
}

type Opening = { places: CheckoutPlaces; priced: readonly MarketPrice[]; holdEndsAt: Date }

/**
 * Writes a new checkout, prices frozen and stock taken, and commits it. The caller has locked the stock and refused
 * what is not there.
 */
export async function openCheckout(
  ctx: CustomerContext,
  tx: Transaction,
  { places, priced, holdEndsAt }: Opening,
): Promise<StartedCheckout> {
  const checkoutId = newId()
  const totals = checkoutTotals(priced)
  // None of these waits for another's answer: all travel at once, in this order, and COMMIT with them.
  await commitWith(tx, [
    writeCheckout(tx, {
      checkout: [checkoutRow(ctx, { id: checkoutId, holdEndsAt, ...totals }, places)],
      parts: priced.map((part) => ({ checkoutId, ...part })),
    }),
    holdLines(tx, { lines: linesOf(checkoutId, priced) }),
    emit(tx, "checkout.held", { checkoutId, customerId: ctx.actor.userId }),
  ])
  return { checkoutId, paid: false }
}

function checkoutRow(
  ctx: CustomerContext,
  given: CheckoutTotals & { id: string; holdEndsAt: Date },
  places: CheckoutPlaces,
) {
  return {
    ...given,
    customerId: ctx.actor.userId,
    status: "open" as const,
    fulfilment: places.fulfilment,
    shipTo: places.shipTo,
    lat: places.destination?.lat,
    lng: places.destination?.lng,
    positionSource: places.destination?.source,
    placeId: places.destination?.placeId,
    taxProvider: ctx.ports.taxes.provider,
    holdExpiresAt: earlier(holdUntil(ctx.now(), ctx.rates.holdMinutes), given.holdEndsAt),
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  }
}

const linesOf = (checkoutId: string, priced: readonly MarketPrice[]) =>
  priced.flatMap((part) =>
    part.lines.map((line) => ({
      ...{ ...line, checkoutId },
      unitPriceCents: line.priceCents,
      imageContainer: line.image?.container,
      imageName: line.image?.name,
    })),
  )

const checkout = insertOf(checkouts, [
  ...([
    "id",
    "customerId",
    "status",
    "fulfilment",
    "shipTo",
    "lat",
    "lng",
    "positionSource",
    "placeId",
  ] as const),
  ...(["itemsCents", "taxCents", "deliveryCents", "totalCents", "taxProvider"] as const),
  ...(["holdExpiresAt", "holdEndsAt", "createdAt", "updatedAt"] as const),
])
const parts = insertOf(checkoutMarkets, [
  ...(["checkoutId", "marketId", "itemsCents", "taxCents", "deliveryCents", "deliveryTaxCents"] as const),
  ...(["taxCalculationId", "distanceMiles"] as const),
])
const lines = insertOf(checkoutLines, [
  ...([
    "checkoutId",
    "marketId",
    "productId",
    "variantId",
    "quantity",
    "unitPriceCents",
    "taxCents",
  ] as const),
  ...(["category", "section", "productName", "size", "imageContainer", "imageName"] as const),
])

const writeCheckout = preparedInsert(
  "checkout_opened",
  { checkout, parts },
  (into) => sql`with opened as (${into.checkout}) ${into.parts}`,
)

/**
 * A line's stock is taken as it is written. Nothing is given out yet: lost to a crash of the database, it is as if the
 * customer had not gone to the till.
 */
const holdLines = preparedInsert(
  "lines_held",
  { lines },
  (into) => sql`with held as (${into.lines} returning variant_id, quantity)
    update variants set stock = stock - held.quantity from held where variants.id = held.variant_id and ${waitsForNoDisk}`,
)
