import type { CustomerContext } from "#core/context.ts"
import { emit } from "#core/outbox.server.ts"
import type { Transaction } from "#db/client.ts"
import { checkoutLines, checkoutMarkets, checkouts } from "#db/schema/index.ts"
import { holdUntil } from "./hold-time.ts"
import { checkoutTotals, type MarketPrice } from "./price-checkout.server.ts"
import type { CheckoutPlaces } from "./read-places.server.ts"
import { takeStock } from "./stock.server.ts"

type Opening = { places: CheckoutPlaces; priced: readonly MarketPrice[] }

/** Writes a new checkout: prices frozen, stock taken. The caller has locked the stock and refused what is not there. */
export async function openCheckout(
  ctx: CustomerContext,
  tx: Transaction,
  { places, priced }: Opening,
): Promise<string> {
  const [checkout] = await tx
    .insert(checkouts)
    .values({
      customerId: ctx.actor.userId,
      fulfilment: places.fulfilment,
      shipTo: places.shipTo,
      lat: places.destination?.lat,
      lng: places.destination?.lng,
      positionSource: places.destination?.source,
      placeId: places.destination?.placeId,
      ...checkoutTotals(priced),
      taxProvider: ctx.ports.taxes.provider,
      holdExpiresAt: holdUntil(ctx.now(), ctx.rates.holdMinutes),
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .returning({ id: checkouts.id })
  if (!checkout) throw new Error("The checkout was not written.")
  await writeParts(tx, checkout.id, priced)
  await takeStock(
    tx,
    priced.flatMap((part) => part.lines),
  )
  await emit(tx, "checkout.held", { checkoutId: checkout.id, customerId: ctx.actor.userId })
  return checkout.id
}

async function writeParts(tx: Transaction, checkoutId: string, priced: readonly MarketPrice[]) {
  await tx.insert(checkoutMarkets).values(priced.map(({ lines: _, ...part }) => ({ checkoutId, ...part })))
  await tx.insert(checkoutLines).values(
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
}
