import { orderWindowText, readyOnceOpenText } from "#core/calendar/calendar-text.ts"
import { toCalendar } from "#core/calendar/read-calendar.server.ts"
import { isTipped, type Tip, type TipChoice, tipChoicesOf } from "#core/cart/tip.ts"
import type { Item } from "#core/catalog/product.ts"
import type { CustomerContext } from "#core/context.ts"
import type { Cents } from "#core/money.ts"
import type { OrderWish } from "#core/orders/order-note.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { Executor } from "#db/client.ts"
import type { Billing, ShipTo } from "./checkout.ts"
import { findLiveCheckout, linesOf, marketsOf } from "./checkout-queries.server.ts"

export type CheckoutView = {
  id: string
  status: "open" | "paying"
  /** "delivery" if any of its markets delivers. */
  fulfilment: Fulfilment
  shipTo: ShipTo | null
  billing: Billing | null
  itemsCents: Cents
  taxCents: Cents
  deliveryCents: Cents
  tipCents: Cents
  /** As chosen: a percentage, or the sum. */
  tip: Tip
  /** What each percentage comes to. */
  tipChoices: TipChoice[]
  /** How many of its markets deliver. */
  deliveries: number
  totalCents: Cents
  /** When the hold ends. */
  holdExpiresAt: Date
  /** The number for the markets of a pickup; null for none. */
  phone: string | null
  markets: (OrderWish & {
    marketId: string
    name: string
    fulfilment: Fulfilment
    /** Where the market is, for a pickup. */
    place: { address: string; city: string; state: string; zip: string }
    itemsCents: Cents
    taxCents: Cents
    deliveryCents: Cents
    tipCents: Cents
    distanceMiles: number | null
    /** When the customer wants it, in words; null for as soon as possible. */
    windowText: string | null
    /** For an order without a window at a closed market: "Ready for pickup from Mon, Nov 30, 10 am". */
    readyText: string | null
    lines: (Item & { unitPriceCents: Cents })[]
  })[]
}

/** The customer's live checkout for /pay; null if nothing is held. Does not extend the hold. */
export async function viewCheckout(ctx: CustomerContext): Promise<CheckoutView | null> {
  const live = await findLiveCheckout(ctx.db, ctx.actor.userId)
  if (!live || (live.status !== "open" && live.status !== "paying")) return null
  const parts = await partsOf(ctx.db, live)
  const lines = await linesOf(ctx.db).execute({ checkoutId: live.id })
  const { id, status, fulfilment, shipTo, billing, holdExpiresAt } = live
  const { itemsCents, taxCents, deliveryCents, tipCents, totalCents } = live
  const tipped = parts.map(({ part }) => ({
    itemsCents: part.itemsCents,
    isDelivered: isTipped(part.fulfilment),
  }))
  return {
    id,
    status,
    fulfilment,
    shipTo,
    billing,
    holdExpiresAt,
    itemsCents,
    taxCents,
    deliveryCents,
    tipCents,
    tip: { percent: live.tipPercent, cents: live.tipPercent === null && tipCents > 0 ? tipCents : null },
    tipChoices: tipChoicesOf(tipped),
    deliveries: tipped.filter(({ isDelivered }) => isDelivered).length,
    totalCents,
    phone: parts.find(({ part }) => part.fulfilment === "pickup")?.part.phone ?? null,
    markets: parts.map(({ part, name, place, ...calendar }) => ({
      marketId: part.marketId,
      name,
      fulfilment: part.fulfilment,
      place,
      itemsCents: part.itemsCents,
      taxCents: part.taxCents,
      deliveryCents: part.deliveryCents,
      tipCents: part.tipCents,
      distanceMiles: part.distanceMiles,
      windowText: orderWindowText(part, calendar.timeZone),
      readyText: part.windowStartsAt
        ? null
        : readyOnceOpenText(part.fulfilment, toCalendar(calendar), ctx.now()),
      note: part.note,
      replacement: part.replacement,
      lines: lines
        .filter((line) => line.marketId === part.marketId)
        .map(({ productName, size, unit, unitAmount, byWeight, quantity, unitPriceCents }) => ({
          productName,
          size,
          unit,
          unitAmount,
          byWeight,
          quantity,
          unitPriceCents,
        })),
    })),
  }
}

/** A checkout's markets. One from before they had a fulfillment of their own has the checkout's. */
async function partsOf(executor: Executor, { id, fulfilment }: { id: string; fulfilment: Fulfilment }) {
  const rows = await marketsOf(executor).execute({ checkoutId: id })
  return rows.map((row) => ({
    ...row,
    part: { ...row.part, fulfilment: row.part.fulfilment ?? fulfilment },
  }))
}

/** The windows in which a checkout holds a slot, in the order of its markets. */
export async function checkoutWindows(
  executor: Executor,
  checkout: { id: string; fulfilment: Fulfilment },
): Promise<{ marketId: string; fulfilment: Fulfilment; startsAt: Date; endsAt: Date }[]> {
  const parts = await partsOf(executor, checkout)
  return parts.flatMap(({ part: { marketId, fulfilment, windowStartsAt, windowEndsAt } }) =>
    windowStartsAt && windowEndsAt
      ? [{ marketId, fulfilment, startsAt: windowStartsAt, endsAt: windowEndsAt }]
      : [],
  )
}
