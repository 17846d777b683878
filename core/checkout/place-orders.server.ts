import { eq, sql } from "drizzle-orm"
import { orderWindowText } from "#core/calendar/calendar-words.ts"
import { readyOnceOpen } from "#core/calendar/open-state.ts"
import { calendarColumns, itsCalendar, toCalendar } from "#core/calendar/read-calendar.server.ts"
import { forgetOrdered } from "#core/cart/cart-queries.server.ts"
import type { Context } from "#core/context.ts"
import { recordMoves } from "#core/history/record-moves.server.ts"
import { newId } from "#core/ids.server.ts"
import { add, type Cents, cents, formatMoney, rateOf } from "#core/money.ts"
import { notify } from "#core/notifications/notify.server.ts"
import { PLACED } from "#core/orders/moves.ts"
import { confirmationCode } from "#core/orders/order.ts"
import { emitAll, type Happened } from "#core/outbox/emit.server.ts"
import { bookSales } from "#core/payments/book-sale.server.ts"
import { processorFee, shareProcessorFee } from "#core/payments/processor-fee.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import { checkoutMarkets, deliveries, marketCalendars, markets, orders } from "#db/schema/index.ts"
import type { CheckoutRow } from "./live-checkout.server.ts"

type Part = Awaited<ReturnType<typeof readParts>>[number]
type Placed = Part & {
  orderId: string
  number: number
  processorFeeCents: Cents
  platformFeeCents: Cents
  totalCents: Cents
}

/**
 * What each market gets of a checkout, in the order of the orders that they become, with the number of each order, which
 * is taken here, and whether its seller may still sell: an admin who denies them at this moment waits for these orders,
 * or goes first. The caller holds the lock of a checkout that has no orders yet.
 */
export async function readParts(executor: Executor, checkoutId: string) {
  return parts(executor).execute({ checkoutId })
}

/** A bigint comes as text. */
const nextNumber = sql<number>`nextval('orders_number_seq')`.mapWith(Number)

const parts = prepared((executor) =>
  executor
    .select({
      number: nextNumber,
      marketId: checkoutMarkets.marketId,
      itemsCents: checkoutMarkets.itemsCents,
      taxCents: checkoutMarkets.taxCents,
      deliveryCents: checkoutMarkets.deliveryCents,
      distanceMiles: checkoutMarkets.distanceMiles,
      taxCalculationId: checkoutMarkets.taxCalculationId,
      sellerId: markets.userId,
      marketName: markets.name,
      approval: markets.approval,
      windowStartsAt: checkoutMarkets.windowStartsAt,
      windowEndsAt: checkoutMarkets.windowEndsAt,
      note: checkoutMarkets.note,
      replacement: checkoutMarkets.replacement,
      ...calendarColumns,
    })
    .from(checkoutMarkets)
    .innerJoin(markets, eq(markets.id, checkoutMarkets.marketId))
    .leftJoin(marketCalendars, itsCalendar)
    .where(eq(checkoutMarkets.checkoutId, sql.placeholder("checkoutId")))
    .orderBy(checkoutMarkets.id)
    .for("key share", { of: markets })
    .prepare("checkout_parts"),
)

/**
 * The orders that a paid checkout becomes: one per market. The caller holds the checkout's lock, and then writes them.
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

/** Writes the new orders and books them, clears what was bought from the cart and tells customer and sellers. */
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
    placed.map(({ orderId }) => ({
      id: orderId,
      move: "place",
      from: null,
      to: PLACED[checkout.fulfilment],
    })),
  )
  await moveLines(tx, checkout)
  await forgetOrdered(tx, checkout)
  if (checkout.fulfilment === "delivery")
    await tx.insert(deliveries).values(placed.map((order) => deliveryRow(ctx, checkout, order)))
  await bookSales(tx, placed)
  await notify(tx, ...placed.flatMap((order) => linesFor(order, checkout)))
  await emitAll(tx, [
    ...placed.map(
      ({ orderId, sellerId, taxCalculationId }): Happened => [
        "order.placed",
        { orderId, customerId, sellerId, taxIsRecorded: taxCalculationId !== null },
      ],
    ),
    ["cart.changed", { customerId }],
  ])
}

/** The orders of a checkout, oldest first. */
export async function orderIdsOf(executor: Executor, checkoutId: string): Promise<string[]> {
  const rows = await ofCheckout(executor).execute({ checkoutId })
  return rows.map((row) => row.id)
}

const ofCheckout = prepared((executor) =>
  executor
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.checkoutId, sql.placeholder("checkoutId")))
    .orderBy(orders.number)
    .prepare("orders_of_checkout"),
)

const totalOf = (part: Pick<Part, "itemsCents" | "taxCents" | "deliveryCents">) =>
  add(part.itemsCents, part.taxCents, part.deliveryCents)

function orderRow(ctx: Context, checkout: CheckoutRow, order: Placed) {
  const { orderId, number, marketId, itemsCents, taxCents, deliveryCents, totalCents } = order
  return {
    id: orderId,
    number,
    checkoutId: checkout.id,
    customerId: checkout.customerId,
    marketId,
    fulfilment: checkout.fulfilment,
    status: PLACED[checkout.fulfilment],
    confirmation: confirmationCode(),
    itemsCents,
    taxCents,
    deliveryCents,
    totalCents,
    processorFeeCents: order.processorFeeCents,
    platformFeeCents: order.platformFeeCents,
    windowStartsAt: order.windowStartsAt,
    windowEndsAt: order.windowEndsAt,
    note: order.note,
    replacement: order.replacement,
    clockStartsAt: clockOf(order, ctx.now()),
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  }
}

/** Null: its clock starts as it is placed. */
const clockOf = (order: Placed, now: Date): Date | null =>
  order.windowStartsAt ?? readyOnceOpen(toCalendar(order), now)

/**
 * The frozen lines of a checkout, as its orders' own. What was bought leaves the cart; what another tab put in
 * meanwhile stays.
 */
async function moveLines(tx: Transaction, { id, customerId }: CheckoutRow): Promise<void> {
  await tx.execute(sql`
    with bought as (
      insert into order_lines (order_id, product_id, variant_id, quantity, unit_price_cents, tax_cents, category,
        section, product_name, size, image_container, image_name)
      select o.id, l.product_id, l.variant_id, l.quantity, l.unit_price_cents, l.tax_cents, l.category,
        l.section, l.product_name, l.size, l.image_container, l.image_name
      from checkout_lines l join orders o on o.checkout_id = l.checkout_id and o.market_id = l.market_id
      where l.checkout_id = ${id} order by l.id
      returning variant_id
    )
    delete from cart_lines using bought
    where cart_lines.customer_id = ${customerId} and cart_lines.variant_id = bought.variant_id`)
}

function deliveryRow(ctx: Context, checkout: CheckoutRow, order: Placed) {
  const { lat, lng, positionSource, placeId, shipTo } = checkout
  if (!shipTo) throw new Error(`Checkout ${checkout.id} is a delivery without an address.`)
  return {
    ...shipTo,
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

function linesFor(order: Placed, { customerId, fulfilment }: CheckoutRow) {
  const { orderId, number, marketName, sellerId, totalCents } = order
  const when = orderWindowText(order, toCalendar(order).timeZone)
  const message = `Your order ${number} at ${marketName} is placed.`
  // Without the customer's name, which would stay here after they have left.
  const news = `New order ${number}: ${formatMoney(totalCents)}, ${fulfilment}${when ? ` ${when}` : ""}.`
  return [
    { userId: customerId, role: "customer" as const, orderId, message },
    { userId: sellerId, role: "seller" as const, orderId, message: news },
  ]
}
