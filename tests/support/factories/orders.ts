import { type Cents, cents, subtract } from "#core/money.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { bookSales } from "#core/payments/book-sale.server.ts"
import { bearersOfProcessorFee } from "#core/payments/processor-fee.ts"
import type { Database } from "#db/client.ts"
import { checkouts, deliveries, orderLines, orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { aMarket, aProduct } from "./markets.ts"
import type { aCustomer } from "./people.ts"

type Sold = {
  customer: Awaited<ReturnType<typeof aCustomer>>
  market: Awaited<ReturnType<typeof aMarket>>
  product: Awaited<ReturnType<typeof aProduct>>
  fulfilment?: Fulfilment
  quantity?: number
  /** The window that the customer chose; without one, as soon as possible. */
  window?: { startsAt: Date; endsAt: Date }
  /** When an order is ready that was placed for as soon as possible while the market was closed. */
  readyAt?: Date
  tipCents?: Cents
}

/** A paid order as checkout leaves it: one line, tax $0.40, fee $0.44, delivery $3.99 if delivered, and its ledger. */
export async function anOrder(db: Database, sold: Sold) {
  const {
    customer,
    market,
    product,
    fulfilment = "pickup",
    quantity = 1,
    window,
    readyAt,
    tipCents = cents(0),
  } = sold
  const variant = product.variants[0]!
  const itemsCents = cents(variant.priceCents * quantity)
  const deliveryCents = cents(fulfilment === "delivery" ? 399 : 0)
  const money = {
    itemsCents,
    taxCents: cents(40),
    deliveryCents,
    tipCents,
    totalCents: cents(itemsCents + 40 + deliveryCents + tipCents),
  }
  const processorFeeCents = cents(44)
  const [checkout] = await db
    .insert(checkouts)
    .values({
      ...money,
      customerId: customer.userId,
      status: "completed",
      fulfilment,
      holdExpiresAt: new Date(),
      processorFeeCents,
      completedAt: new Date(),
    })
    .returning()
  const [order] = await db
    .insert(orders)
    .values({
      ...money,
      checkoutId: checkout!.id,
      customerId: customer.userId,
      marketId: market.id,
      fulfilment,
      status: fulfilment === "pickup" ? "pending" : null,
      windowStartsAt: window?.startsAt,
      windowEndsAt: window?.endsAt,
      clockStartsAt: window?.startsAt ?? readyAt,
      dueAt: window?.startsAt ?? readyAt,
      acknowledgedAt: new Date(),
      confirmation: crypto.randomUUID().slice(0, 8).toUpperCase(),
      processorFeeCents,
      platformFeeCents: cents(0),
    })
    .returning()
  const orderId = order!.id
  await db.insert(orderLines).values({
    orderId,
    productId: product.id,
    variantId: variant.id,
    quantity,
    unitPriceCents: variant.priceCents,
    taxCents: money.taxCents,
    category: product.category,
    section: product.section,
    productName: product.name,
    size: variant.size,
    unit: product.unit,
    unitAmount: product.unitAmount,
    byWeight: product.byWeight,
  })
  const sale = { ...money, orderId, sellerId: market.userId, processorFeeCents, platformFeeCents: cents(0) }
  await transaction(db, (tx) => bookSales(tx, [sale]))
  const delivery = fulfilment === "delivery" ? await aDelivery(db, orderId, deliveryCents) : null
  return { ...order!, delivery }
}

async function aDelivery(db: Database, orderId: string, feeCents: ReturnType<typeof cents>) {
  const [delivery] = await db
    .insert(deliveries)
    .values({
      orderId,
      firstName: "Ada",
      lastName: "Buyer",
      address: "350 5th Ave",
      city: "New York",
      state: "NY",
      zip: "10118",
      phone: "212-555-0111",
      email: "ada@example.test",
      lat: 40.7484,
      lng: -73.9857,
      positionSource: "entered",
      distanceMiles: 0.6,
      feeCents,
    })
    .returning()
  return delivery!
}

type Booked = Record<"itemsCents" | "taxCents" | "deliveryCents" | "tipCents" | "processorFeeCents", Cents>

/** The amount that the items of an order earn its seller. */
export const earnedBy = (order: Booked): Cents =>
  subtract(order.itemsCents, bearersOfProcessorFee(order.processorFeeCents, order).sellerCents)
