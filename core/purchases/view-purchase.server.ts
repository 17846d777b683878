import { and, desc, eq, gte, type SQL } from "drizzle-orm"
import { orderWindowText } from "#core/calendar/calendar-text.ts"
import type { CustomerContext } from "#core/context.ts"
import { HOUR_MS } from "#core/durations.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { stateSentence, whenText } from "#core/orders/customer-words.ts"
import {
  listOrders,
  type Order,
  type OrderContents,
  withContents,
} from "#core/orders/order-queries.server.ts"
import { orderReadyText } from "#core/orders/order-time.ts"
import { orderedLine } from "#core/orders/shown-order.server.ts"
import { isComplete } from "#core/orders/statuses.ts"
import { type ToldRefund, toldRefund } from "#core/payments/refund.ts"
import { checkouts, orders, users } from "#db/schema/index.ts"
import { purchaseColumns, purchaseOf } from "./purchases-of.server.ts"

/** More markets than a cart can have in practice. */
const MOST_PARTS = 100

/** How long the confirmation of a purchase is shown after the payment. */
const JUST_NOW_MS = HOUR_MS

type Purchase = NonNullable<Awaited<ReturnType<typeof findPurchase>>>
export type PurchasePart = ReturnType<typeof purchasePart>

/**
 * Returns the customer's own purchase: what one payment paid for, with its orders by number. Throws `not_found`, also
 * for another customer's purchase and for a checkout that was not paid.
 */
export async function viewPurchase(ctx: CustomerContext, purchaseId: string): Promise<Purchase> {
  const purchase = isId(purchaseId) ? await findPurchase(ctx, eq(checkouts.id, purchaseId)) : null
  if (!purchase) throw notFound("This purchase")
  return purchase
}

/**
 * Returns the purchase that the customer paid for within the last hour: the one with this id, without an id the latest.
 * Null if there is none.
 */
export async function viewRecentPurchase(
  ctx: CustomerContext,
  purchaseId: string | null,
): Promise<Purchase | null> {
  if (purchaseId !== null && !isId(purchaseId)) return null
  const since = gte(checkouts.completedAt, new Date(ctx.now().getTime() - JUST_NOW_MS))
  return findPurchase(ctx, and(since, purchaseId === null ? undefined : eq(checkouts.id, purchaseId)))
}

async function findPurchase(ctx: CustomerContext, which: SQL | undefined) {
  const isMine = eq(checkouts.customerId, ctx.actor.userId)
  const [paid] = await ctx.db
    .select({
      ...purchaseColumns,
      itemsCents: checkouts.itemsCents,
      taxCents: checkouts.taxCents,
      deliveryCents: checkouts.deliveryCents,
      tipCents: checkouts.tipCents,
      tipPercent: checkouts.tipPercent,
      completedAt: checkouts.completedAt,
      createdAt: checkouts.createdAt,
      email: users.email,
    })
    .from(checkouts)
    .innerJoin(users, eq(users.id, checkouts.customerId))
    .where(and(isMine, eq(checkouts.status, "completed"), which))
    .orderBy(desc(checkouts.createdAt))
    .limit(1)
  if (!paid) return null
  const ofPurchase = and(eq(orders.checkoutId, paid.id), eq(orders.customerId, ctx.actor.userId))
  const listed = await listOrders(ctx.db, ofPurchase, { limit: MOST_PARTS, offset: 0 })
  const parts = (await withContents(ctx.db, listed, "customer")).sort(
    (a, b) => a.order.number - b.order.number,
  )
  return {
    ...purchaseOf(paid),
    itemsCents: paid.itemsCents,
    taxCents: paid.taxCents,
    deliveryCents: paid.deliveryCents,
    tipCents: paid.tipCents,
    tipPercent: paid.tipPercent,
    email: paid.email,
    paidAt: paid.completedAt ?? paid.createdAt,
    customer: parts[0]?.customer ?? { firstName: "", lastName: "" },
    parts: parts.map((part) => purchasePart(part, ctx.now())),
  }
}

/** Only the fields that the pages show: everything that a loader returns is readable in the page's source. */
function purchasePart({ order, market, lines, delivery, refunds }: Order & OrderContents, now: Date) {
  const { timeZone, name, address, city, state, zip, phone } = market
  const [window, ready] = [orderWindowText(order, timeZone), orderReadyText(order, timeZone)]
  return {
    id: order.id,
    number: order.number,
    fulfilment: order.fulfilment,
    status: order.status,
    sentence: stateSentence(order, delivery && { ...delivery, hasPhoto: false, courierName: null }),
    confirmation: order.confirmation,
    itemsCents: order.itemsCents,
    taxCents: order.taxCents,
    deliveryCents: order.deliveryCents,
    tipCents: order.tipCents,
    totalCents: order.totalCents,
    when: window ?? ready ?? "As soon as possible",
    /** When it is expected, or when it ended; null if neither is known. */
    timeNow: whenText(order, now, timeZone),
    isOpen: order.status !== "cancelled" && !isComplete(order),
    timeZone,
    market: { name, address, city, state, zip, phone },
    deliverTo: delivery && {
      address: [delivery.address, delivery.addressOne].filter(Boolean).join(", "),
      town: `${delivery.city}, ${delivery.state} ${delivery.zip}`,
    },
    lines: lines.filter(({ replacesLineId }) => replacesLineId === null).map(partLine),
    refunds: refunds.map(toldRefund).map(partRefund),
  }
}

const partLine = (line: OrderContents["lines"][number]) => ({
  ...orderedLine(line),
  image:
    line.imageContainer && line.imageName ? { container: line.imageContainer, name: line.imageName } : null,
})

const partRefund = ({ id, reason, amountCents }: ToldRefund) => ({ id, reason, amountCents })
