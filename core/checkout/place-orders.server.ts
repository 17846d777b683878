import { orderWindowText } from "#core/calendar/calendar-text.ts"
import { readyFrom, readyOnceOpen } from "#core/calendar/open-state.ts"
import { toCalendar } from "#core/calendar/read-calendar.server.ts"
import { forgetOrdered } from "#core/cart/cart-queries.server.ts"
import type { Context } from "#core/context.ts"
import { recordMoves } from "#core/history/record-moves.server.ts"
import { newId } from "#core/ids.server.ts"
import { add, type Cents, cents, formatMoney, rateOf } from "#core/money.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { PLACED } from "#core/orders/moves.ts"
import { newOrderReminderAt } from "#core/orders/new-order-reminder.ts"
import { confirmationCode } from "#core/orders/order.ts"
import { emitAll, type Happened } from "#core/outbox/emit.server.ts"
import { bookSales } from "#core/payments/book-sale.server.ts"
import { processorFee, shareProcessorFee } from "#core/payments/processor-fee.ts"
import type { Transaction } from "#db/client.ts"
import { deliveries, orders } from "#db/schema/index.ts"
import type { Whole } from "#db/whole-row.ts"
import type { CheckoutRow } from "./checkout-queries.server.ts"
import { moveLines, type Part } from "./checkout-queries.server.ts"

type Placed = Part & {
  orderId: string
  number: number
  processorFeeCents: Cents
  platformFeeCents: Cents
  totalCents: Cents
}

/**
 * The orders of a paid checkout, one per market. The caller has locked the checkout, and writes the orders afterwards.
 */
export function ordersOf(ctx: Context, checkout: CheckoutRow, parts: readonly Part[]): Placed[] {
  const fee = processorFee(checkout.totalCents, ctx.rates.processor)
  const shares = shareProcessorFee(fee, parts.map(totalOf))
  const numbers = parts.map(({ number }) => number).sort((a, b) => a - b)
  return parts.map((part, index) => ({
    ...part,
    orderId: newId(),
    number: numbers[index] ?? part.number,
    processorFeeCents: shares[index] ?? cents(0),
    platformFeeCents: rateOf(part.itemsCents, ctx.rates.platformRate),
    totalCents: totalOf(part),
  }))
}

/**
 * Writes and books the new orders, removes what was bought from the cart, and notifies the customer and the sellers.
 */
export async function recordOrders(
  ctx: Context,
  tx: Transaction,
  checkout: CheckoutRow,
  placed: readonly Placed[],
): Promise<void> {
  const { customerId } = checkout
  await tx.insert(orders).values(placed.map((order) => orderRow(ctx, checkout, order)))
  await recordMoves(
    ctx,
    tx,
    "order",
    placed.map(({ orderId, fulfilment }) => ({
      id: orderId,
      move: "place",
      from: null,
      to: PLACED[fulfilment],
    })),
  )
  await moveLines(tx, checkout)
  await forgetOrdered(tx, checkout)
  const delivered = placed.filter(({ fulfilment }) => fulfilment === "delivery")
  if (delivered.length > 0)
    await tx.insert(deliveries).values(delivered.map((order) => deliveryRow(ctx, checkout, order)))
  await bookSales(tx, placed)
  await notify(tx, ...placed.flatMap((order) => linesFor(order, checkout)))
  await emitAll(tx, [
    ...placed.map(
      ({ orderId, sellerId, taxCalculationId }, index): Happened => [
        "order.placed",
        { orderId, customerId, sellerId, taxIsRecorded: taxCalculationId !== null, isFirst: index === 0 },
      ],
    ),
    ...placed.flatMap((order) => reminderOf(ctx, order)),
    ["cart.changed", { customerId }],
  ])
}

function reminderOf(ctx: Context, order: Placed): Happened[] {
  const { orderId, sellerId } = order
  const dueAt = newOrderReminderAt(toCalendar(order), ctx.now(), ctx.now())
  return dueAt ? [["order.acknowledgmentDue", { orderId, sellerId }, { dueAt }]] : []
}

const totalOf = (part: Pick<Part, "itemsCents" | "taxCents" | "deliveryCents" | "tipCents">) =>
  add(part.itemsCents, part.taxCents, part.deliveryCents, part.tipCents)

type OrderRow = Whole<
  typeof orders.$inferInsert,
  | "fulfilledAt"
  | "handedOverWith"
  | "cancelledAt"
  | "cancelledBy"
  | "cancelReason"
  | "restocked"
  | "chargedBackAt"
  | "chargebackLostAt"
  | "remindedAt"
  | "packedAt"
  | "bags"
  | "acknowledgedAt"
  | "newOrderRemindedAt"
>

function orderRow(ctx: Context, checkout: CheckoutRow, order: Placed): OrderRow {
  const { orderId, number, marketId, itemsCents, taxCents, deliveryCents, tipCents, totalCents } = order
  return {
    id: orderId,
    number,
    checkoutId: checkout.id,
    customerId: checkout.customerId,
    marketId,
    fulfilment: order.fulfilment,
    status: PLACED[order.fulfilment],
    confirmation: confirmationCode(),
    itemsCents,
    taxCents,
    deliveryCents,
    tipCents,
    totalCents,
    processorFeeCents: order.processorFeeCents,
    platformFeeCents: order.platformFeeCents,
    windowStartsAt: order.windowStartsAt,
    windowEndsAt: order.windowEndsAt,
    note: order.note,
    replacement: order.replacement,
    phone: order.phone,
    clockStartsAt: clockOf(order, ctx.now()),
    dueAt: dueTime(order, ctx.now()),
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  }
}

/** Null: the order's deadlines count from when it is placed. */
const clockOf = (order: Placed, now: Date): Date | null =>
  order.windowStartsAt ?? readyOnceOpen(toCalendar(order), now)

function dueTime(order: Placed, now: Date): Date {
  const { calendar, timeZone } = toCalendar(order)
  return order.windowStartsAt ?? readyFrom(calendar, now, timeZone) ?? now
}

type DeliveryRow = Whole<
  typeof deliveries.$inferInsert,
  | "id"
  | "hasDeliverer"
  | "courierId"
  | "carrier"
  | "trackingNumber"
  | "photoId"
  | "offeredAt"
  | "takenAt"
  | "firstTakenAt"
  | "pickedUpAt"
  | "deliveredAt"
>

function deliveryRow(ctx: Context, checkout: CheckoutRow, order: Placed): DeliveryRow {
  const { lat, lng, positionSource, placeId, shipTo } = checkout
  if (!shipTo) throw new Error(`Checkout ${checkout.id} is a delivery without an address.`)
  return {
    ...shipTo,
    instructions: shipTo.instructions,
    addressId: shipTo.addressId,
    orderId: order.orderId,
    lat,
    lng,
    positionSource,
    placeId,
    distanceMiles: order.distanceMiles,
    feeCents: order.deliveryCents,
    createdAt: ctx.now(),
  }
}

function linesFor(order: Placed, { customerId }: CheckoutRow) {
  const { orderId, number, fulfilment, marketName, sellerId, totalCents } = order
  const when = orderWindowText(order, toCalendar(order).timeZone)
  const message = `Your order ${number} at ${marketName} is placed.`
  // Leaves out the customer's name, which would remain here after the account is deleted.
  const news = `New order ${number}: ${formatMoney(totalCents)}, ${fulfilment}${when ? ` ${when}` : ""}.`
  return [
    { userId: customerId, role: "customer" as const, orderId, message },
    { userId: sellerId, role: "seller" as const, orderId, message: news },
  ]
}
