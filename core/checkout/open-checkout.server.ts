import { placesIn } from "#core/calendar/taking-orders.ts"
import { fullText } from "#core/cart/cart-market.ts"
import { deliveriesIn } from "#core/cart/tip.ts"
import type { CartRead } from "#core/cart/view-cart.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { recordMoves } from "#core/history/record-moves.server.ts"
import { newId } from "#core/ids.server.ts"
import { pickupPhone } from "#core/orders/order-note.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { checkoutLines, checkoutMarkets, checkouts } from "#db/schema/index.ts"
import type { Whole } from "#db/whole-row.ts"
import { CHECKOUT_MOVES, earlier, holdUntil } from "./checkout.ts"
import type { LiveHold } from "./checkout-queries.server.ts"
import { takeStock } from "./checkout-queries.server.ts"
import type { CheckoutPlaces } from "./price-checkout.server.ts"
import { type CheckoutTotals, checkoutTotals, type MarketPrice } from "./price-checkout.server.ts"
import { exchangeSlots } from "./slots.server.ts"

export type StartedCheckout = {
  checkoutId: string
  /** True if the checkout under way turned out to be paid: there is nothing more to pay. */
  paid: boolean
}

type Opening = {
  places: CheckoutPlaces
  priced: readonly MarketPrice[]
  /** The cart as read under the locks. */
  cart: CartRead
  /** The checkout that this one replaces; its stock is already returned. */
  replaced: LiveHold | null
  holdEndsAt: Date
}

/**
 * Creates a checkout with frozen prices, and takes its stock and slots. The caller has locked the stock and rejected
 * what is not available. Throws `window_full`.
 */
export async function openCheckout(
  ctx: CustomerContext,
  tx: Transaction,
  { places, priced, cart, replaced, holdEndsAt }: Opening,
): Promise<StartedCheckout> {
  const checkoutId = newId()
  const totals = checkoutTotals(priced)
  await tx
    .insert(checkouts)
    .values(checkoutRow(ctx, { id: checkoutId, holdEndsAt, ...totals }, { places, replaced, cart }))
  await recordMoves(ctx, tx, "checkout", [{ id: checkoutId, move: "start", from: null, to: "open" }])
  await tx.insert(checkoutMarkets).values(priced.map((part) => marketRow(checkoutId, part, cart)))
  await tx.insert(checkoutLines).values(priced.flatMap((part) => lineRows(checkoutId, part)))
  await takeStock(tx, checkoutId)
  await takeSlots(tx, { cart, places, replaced })
  await emit(tx, "checkout.held", { checkoutId, customerId: ctx.actor.userId })
  return { checkoutId, paid: false }
}

type NewCheckout = Whole<
  typeof checkouts.$inferInsert,
  | "number"
  | "stripePaymentIntentId"
  | "stripeCheckoutSessionId"
  | "paymentAttempt"
  | "stripeChargeId"
  | "cardBrand"
  | "cardLastFour"
  | "statementName"
  | "processorFeeCents"
  | "lastPaymentError"
  | "completedAt"
>

function checkoutRow(
  ctx: CustomerContext,
  given: CheckoutTotals & { id: string; holdEndsAt: Date },
  { places, replaced, cart }: Pick<Opening, "places" | "replaced" | "cart">,
): NewCheckout {
  return {
    ...given,
    customerId: ctx.actor.userId,
    status: CHECKOUT_MOVES.start.to,
    fulfilment: places.fulfilment,
    shipTo: places.shipTo,
    tipPercent: deliveriesIn(cart.view) > 0 ? cart.view.tip.percent : null,
    // Taken from the previous attempt, whose cart has changed since.
    billing: replaced?.billing,
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

type MarketRow = Whole<typeof checkoutMarkets.$inferInsert, "id" | "taxTransactionId" | "taxReversalId">

function marketRow(
  checkoutId: string,
  { lines: _lines, ...part }: MarketPrice,
  { view }: CartRead,
): MarketRow {
  const chosen = view.markets.find(({ id }) => id === part.marketId)
  return {
    checkoutId,
    ...part,
    windowStartsAt: chosen?.window?.startsAt,
    windowEndsAt: chosen?.window?.endsAt,
    note: chosen?.note,
    replacement: chosen?.replacement,
    phone: pickupPhone(part.fulfilment, chosen?.phone),
  }
}

async function takeSlots(
  tx: Transaction,
  { cart, places, replaced }: Pick<Opening, "cart" | "places" | "replaced">,
): Promise<void> {
  const wanted = cart.view.markets.flatMap(({ id, window }) => {
    const taking = cart.markets.find((market) => market.id === id)?.calendar.taking
    const fulfilment = places.markets.get(id)?.fulfilment
    if (!window || !taking || !fulfilment) return []
    return [{ marketId: id, fulfilment, startsAt: window.startsAt, limit: placesIn(taking, fulfilment) }]
  })
  const full = await exchangeSlots(tx, { freed: replaced?.slots ?? [], wanted })
  if (!full) return
  const market = cart.view.markets.find(({ id }) => id === full.marketId)
  throw new DomainError("window_full", fullText(market?.name ?? "", market?.windowText ?? ""), "cart", {
    marketId: full.marketId,
  })
}

type LineRow = Whole<typeof checkoutLines.$inferInsert, "id">

const lineRows = (checkoutId: string, { marketId, lines }: MarketPrice) =>
  lines.map(
    (line): LineRow => ({
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
      unit: line.unit,
      unitAmount: line.unitAmount,
      byWeight: line.byWeight,
      imageContainer: line.image?.container,
      imageName: line.image?.name,
    }),
  )
