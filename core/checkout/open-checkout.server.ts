import type { CustomerContext } from "#core/context.ts"
import { newId } from "#core/ids.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { checkoutLines, checkoutMarkets, checkouts } from "#db/schema/index.ts"
import { earlier, holdUntil } from "./hold-time.ts"
import { type CheckoutTotals, checkoutTotals, type MarketPrice } from "./price-checkout.server.ts"
import type { CheckoutPlaces } from "./read-places.server.ts"
import { takeStock } from "./stock.server.ts"

export type StartedCheckout = {
  checkoutId: string
  /** True when the checkout that was under way turned out to be paid: there is nothing more to pay. */
  paid: boolean
}

type Opening = { places: CheckoutPlaces; priced: readonly MarketPrice[]; holdEndsAt: Date }

/**
 * Writes a new checkout, prices frozen and stock taken. The caller has locked the stock and rejected
 * what is not there.
 */
export async function openCheckout(
  ctx: CustomerContext,
  tx: Transaction,
  { places, priced, holdEndsAt }: Opening,
): Promise<StartedCheckout> {
  const checkoutId = newId()
  const totals = checkoutTotals(priced)
  await tx.insert(checkouts).values(checkoutRow(ctx, { id: checkoutId, holdEndsAt, ...totals }, places))
  await tx.insert(checkoutMarkets).values(priced.map((part) => marketRow(checkoutId, part)))
  await tx.insert(checkoutLines).values(priced.flatMap((part) => lineRows(checkoutId, part)))
  await takeStock(tx, checkoutId)
  await emit(tx, "checkout.held", { checkoutId, customerId: ctx.actor.userId })
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

const marketRow = (checkoutId: string, { lines: _lines, ...part }: MarketPrice) => ({ checkoutId, ...part })

const lineRows = (checkoutId: string, { marketId, lines }: MarketPrice) =>
  lines.map((line) => ({
    checkoutId,
    marketId,
    productId: line.productId,
    variantId: line.variantId,
    quantity: line.quantity,
    unitPriceCents: line.priceCents,
    taxCents: line.taxCents,
    category: line.category,
    section: line.section,
    productName: line.productName,
    size: line.size,
    imageContainer: line.image?.container,
    imageName: line.image?.name,
  }))
