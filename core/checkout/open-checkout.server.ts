import type { CustomerContext } from "#core/context.ts"
import { newId } from "#core/ids.server.ts"
import { emit } from "#core/outbox.server.ts"
import type { Transaction } from "#db/client.ts"
import { checkoutLines, checkoutMarkets, checkouts } from "#db/schema/index.ts"
import { holdUntil } from "./hold-time.ts"
import { type CheckoutTotals, checkoutTotals, type MarketPrice } from "./price-checkout.server.ts"
import type { CheckoutPlaces } from "./read-places.server.ts"
import { takeStock } from "./stock.server.ts"

type Opening = { places: CheckoutPlaces; priced: readonly MarketPrice[] }

/** Writes a new checkout: prices frozen, stock taken. The caller has locked the stock and refused what is not there. */
export async function openCheckout(
  ctx: CustomerContext,
  tx: Transaction,
  { places, priced }: Opening,
): Promise<string> {
  const checkoutId = newId()
  const totals = checkoutTotals(priced)
  // None of these waits for another's answer. Each is sent when its `execute` is called: at once, in this order.
  await Promise.all([
    writeCheckout(ctx, tx, { id: checkoutId, ...totals }, places),
    writeMarkets(tx, checkoutId, priced),
    writeLines(tx, checkoutId, priced),
    takeStock(tx, checkoutId),
    emit(tx, "checkout.held", { checkoutId, customerId: ctx.actor.userId }),
  ])
  return checkoutId
}

async function writeCheckout(
  ctx: CustomerContext,
  tx: Transaction,
  totals: CheckoutTotals & { id: string },
  places: CheckoutPlaces,
): Promise<void> {
  await tx
    .insert(checkouts)
    .values({
      ...totals,
      customerId: ctx.actor.userId,
      fulfilment: places.fulfilment,
      shipTo: places.shipTo,
      lat: places.destination?.lat,
      lng: places.destination?.lng,
      positionSource: places.destination?.source,
      placeId: places.destination?.placeId,
      taxProvider: ctx.ports.taxes.provider,
      holdExpiresAt: holdUntil(ctx.now(), ctx.rates.holdMinutes),
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .execute()
}

async function writeMarkets(tx: Transaction, checkoutId: string, priced: readonly MarketPrice[]) {
  await tx
    .insert(checkoutMarkets)
    .values(priced.map(({ lines: _, ...part }) => ({ checkoutId, ...part })))
    .execute()
}

async function writeLines(tx: Transaction, checkoutId: string, priced: readonly MarketPrice[]) {
  await tx
    .insert(checkoutLines)
    .values(
      priced.flatMap((part) =>
        part.lines.map((line) => ({
          checkoutId,
          marketId: line.marketId,
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
        })),
      ),
    )
    .execute()
}
