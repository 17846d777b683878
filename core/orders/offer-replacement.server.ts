import { and, eq, isNull, sql } from "drizzle-orm"
import { timeText } from "#core/calendar/calendar-text.ts"
import { itemText } from "#core/catalog/product.ts"
import { firstImageAddress, firstImageOf } from "#core/catalog/product-queries.server.ts"
import { lockStock } from "#core/checkout/checkout-queries.server.ts"
import { taxCategory } from "#core/checkout/sales-tax.ts"
import { type Cents, formatMoney, times, ZERO } from "#core/money.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { paidForUnits, priceMissing } from "#core/payments/refund.ts"
import { readRefundable, requireRefundable } from "#core/payments/refundable-order.server.ts"
import { isStateCode } from "#core/places/states.ts"
import type { Transaction } from "#db/client.ts"
import {
  deliveries,
  markets,
  orderLines,
  orders,
  products,
  replacementOffers,
  variants,
} from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { SellerContext } from "../context.ts"
import { DomainError, notFound } from "../errors.ts"
import { notify } from "../notifications/notify.server.ts"
import { createOffer } from "./move-replacement.server.ts"
import { lockOrder, ofSeller } from "./order-queries.server.ts"
import { requirePackable } from "./pack-order.server.ts"
import { type PackedLine, toGive } from "./packing.ts"
import { packedLines } from "./packing-queries.server.ts"
import {
  ANSWER_MS,
  MOST_OFFERS,
  type OfferedPrice,
  type OfferReplacement,
  offeredCents,
  offeredMessage,
  taxOfReplacement,
} from "./replacement.ts"
import type { ReplacementOffer } from "./replacement-queries.server.ts"

/**
 * Offers the customer something else instead of what is missing of a line. The line then counts as packed without it,
 * and the offered quantity is held for 15 minutes, until the customer answers. The same offer again changes nothing.
 * Queries the tax provider before its transaction. Throws `not_found` for another market's line or product,
 * `illegal_move` once the order was packed or has left the market and while the line has another open offer,
 * `not_allowed` if the customer wished a refund, the payment is disputed or too many offers were made, `no_inventory`,
 * and `invalid` for a replacement that costs more, with tax, than was paid for what is missing.
 */
export async function offerReplacement(
  ctx: SellerContext,
  input: OfferReplacement,
): Promise<{ orderId: string; offerId: string }> {
  const line = await findLine(ctx, input.lineId)
  const chosen = await findChosen(ctx, input.variantId)
  if (chosen.variantId === line.variantId)
    throw new DomainError("invalid", `Choose something else than ${line.productName}.`, "variantId")
  const quotedCents = await quoteTax(ctx, line.orderId, chosen, input.quantity)
  return transaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, line.orderId, ofSeller(ctx))
    requirePackable(order)
    const open = await openOffer(tx, line.id)
    if (open && open.variantId === chosen.variantId && open.quantity === input.quantity)
      return { orderId: order.id, offerId: open.id }
    if (open)
      throw new DomainError(
        "illegal_move",
        `${itemText(open)} is offered already. Take that offer back first.`,
      )
    const people = await requireOfferable(tx, order.id)

    const packed = await findPacked(tx, order.id, line.id)
    const missingQuantity = missingOf(packed, input.missing)
    const price = await priceOffer(tx, order.id, {
      line: packed,
      missingQuantity,
      chosen,
      quotedCents,
      input,
    })
    await takeStock(tx, { line, chosen, input })
    await packWithout(tx, packed, missingQuantity)
    const { priceCents: _frozen, ...product } = chosen
    const offer = await createOffer(ctx, tx, {
      orderId: order.id,
      lineId: line.id,
      missingQuantity,
      ...product,
      ...price,
      offeredAt: ctx.now(),
      expiresAt: new Date(ctx.now().getTime() + ANSWER_MS),
    })
    await announce(tx, offer, { ...people, missing: itemText({ ...line, quantity: missingQuantity }) })
    return { orderId: order.id, offerId: offer.id }
  })
}

async function findLine(ctx: SellerContext, lineId: string) {
  const [line] = await ctx.db
    .select({
      id: orderLines.id,
      orderId: orderLines.orderId,
      variantId: orderLines.variantId,
      productName: orderLines.productName,
      size: orderLines.size,
      unit: orderLines.unit,
      unitAmount: orderLines.unitAmount,
      byWeight: orderLines.byWeight,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.id, lineId), ofSeller(ctx)))
  if (!line) throw notFound("This item")
  return line
}

type Chosen = Awaited<ReturnType<typeof findChosen>>

/** A product of the market in one of its sizes, as it is sold now. */
async function findChosen(ctx: SellerContext, variantId: string) {
  const [found] = await ctx.db
    .select({
      productId: products.id,
      variantId: variants.id,
      priceCents: variants.priceCents,
      category: products.category,
      section: products.section,
      productName: products.name,
      size: variants.size,
      unit: products.unit,
      unitAmount: products.unitAmount,
      byWeight: products.byWeight,
      image: firstImageAddress,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .leftJoin(firstImageOf(products.id), sql`true`)
    .where(
      and(eq(variants.id, variantId), eq(products.marketId, ctx.actor.marketId), isNull(products.retiredAt)),
    )
  if (!found) throw notFound("This product")
  const { image, ...chosen } = found
  return { ...chosen, imageContainer: image?.container ?? null, imageName: image?.name ?? null }
}

/** The tax of the replacement where the goods change hands. */
async function quoteTax(
  ctx: SellerContext,
  orderId: string,
  { category, priceCents: unitPriceCents }: Chosen,
  quantity: number,
): Promise<Cents> {
  const { address, city, state, zip } = markets
  const [place] = await ctx.db
    .select({
      market: { address, city, state, zip },
      delivery: {
        address: deliveries.address,
        city: deliveries.city,
        state: deliveries.state,
        zip: deliveries.zip,
      },
    })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .leftJoin(deliveries, eq(deliveries.orderId, orders.id))
    .where(eq(orders.id, orderId))
  const to = place?.delivery ?? place?.market
  if (!to || !isStateCode(to.state))
    throw new Error(`Order ${orderId} changes hands in no state that we know.`)
  const { lineTaxCents } = await ctx.ports.taxes.quote({
    to: { ...to, state: to.state },
    lines: [{ category: taxCategory(category), unitPriceCents, quantity }],
    deliveryCents: ZERO,
  })
  return lineTaxCents[0] ?? ZERO
}

async function openOffer(tx: Transaction, lineId: string): Promise<ReplacementOffer | undefined> {
  const [open] = await tx
    .select()
    .from(replacementOffers)
    .where(and(eq(replacementOffers.lineId, lineId), eq(replacementOffers.status, "open")))
  return open
}

/** Whom the offer concerns. Throws `not_allowed` if this order gets no offers. */
async function requireOfferable(tx: Transaction, orderId: string) {
  const [order] = await tx
    .select({
      number: orders.number,
      wish: orders.replacement,
      customerId: orders.customerId,
      sellerId: markets.userId,
      marketName: markets.name,
      timeZone: markets.timeZone,
    })
    .from(orders)
    .innerJoin(markets, eq(markets.id, orders.marketId))
    .where(eq(orders.id, orderId))
  if (!order) throw notFound("This order")
  if (order.wish === "refund")
    throw new DomainError("not_allowed", "The customer wished a refund for what is out of stock.")
  const made = await tx.$count(replacementOffers, eq(replacementOffers.orderId, orderId))
  if (made >= MOST_OFFERS)
    throw new DomainError(
      "not_allowed",
      `An order gets at most ${MOST_OFFERS} offers. Refund what is missing.`,
    )
  return order
}

type Packed = Awaited<ReturnType<typeof packedLines>>[number]

async function findPacked(tx: Transaction, orderId: string, lineId: string): Promise<Packed> {
  const line = (await packedLines(tx, orderId)).find(({ id }) => id === lineId)
  if (!line) throw notFound("This item")
  return line
}

/** How many of a line the offer is for: all that are not in the bag, unless the seller says how many. */
function missingOf(line: PackedLine & { productName: string }, wanted: number | undefined): number {
  const most = toGive(line)
  const missing = wanted ?? most - (line.packedQuantity ?? 0)
  if (missing >= 1 && missing <= most) return missing
  throw new DomainError("invalid", `The customer gets ${most} of ${line.productName}.`, "missing")
}

type Pricing = {
  line: Packed
  missingQuantity: number
  chosen: Chosen
  quotedCents: Cents
  input: OfferReplacement
}

/** The price facts of the offer. Throws `invalid` if it costs more than was paid for what is missing. */
async function priceOffer(tx: Transaction, orderId: string, pricing: Pricing): Promise<OfferedPrice> {
  const { line, missingQuantity, chosen, quotedCents, input } = pricing
  const order = await readRefundable(tx, orderId)
  requireRefundable(order)
  const paidLine = order.lines.find(({ id }) => id === line.id)
  if (!paidLine) throw notFound("This item")
  const paid = paidForUnits(paidLine, missingQuantity)
  const unitPriceCents = chosen.priceCents
  const itemsCents = times(unitPriceCents, input.quantity)
  const price = {
    quantity: input.quantity,
    unitPriceCents,
    taxCents: taxOfReplacement(quotedCents, itemsCents, {
      itemsCents: paid.amountCents,
      taxCents: paid.taxCents,
    }),
    missingItemsCents: paid.amountCents,
    missingTaxCents: paid.taxCents,
  }
  const left = priceMissing(order, [{ lineId: line.id, quantity: missingQuantity, lighterCents: ZERO }])
  const mostCents = left?.amountCents ?? ZERO
  if (offeredCents(price) > mostCents)
    throw new DomainError(
      "invalid",
      `With tax this is ${formatMoney(offeredCents(price))}. At most ${formatMoney(mostCents)} was paid for ${missingQuantity} × ${line.productName}.`,
      "variantId",
    )
  return price
}

type Taken = { line: { variantId: string }; chosen: Chosen; input: OfferReplacement }

/** Holds what is offered, and sets the stock of what is missing to 0 if the seller says so. */
async function takeStock(tx: Transaction, { line, chosen, input }: Taken): Promise<void> {
  const { variantId, productName } = chosen
  const stock = await lockStock(tx, input.stockToZero ? [line.variantId, variantId] : [variantId])
  const [now] = await tx
    .select({ priceCents: variants.priceCents })
    .from(variants)
    .where(eq(variants.id, variantId))
  if (now?.priceCents !== chosen.priceCents)
    throw new DomainError("invalid", `The price of ${productName} just changed. Choose again.`, "variantId")
  const left = stock.get(variantId) ?? 0
  if (left < input.quantity)
    throw new DomainError("no_inventory", `Only ${left} of ${productName} left in stock.`, "quantity", {
      left,
    })
  await tx
    .update(variants)
    .set({ stock: left - input.quantity })
    .where(eq(variants.id, variantId))
  if (input.stockToZero) await tx.update(variants).set({ stock: 0 }).where(eq(variants.id, line.variantId))
}

/** What is missing is not in the bag, whatever the customer answers. */
async function packWithout(tx: Transaction, line: Packed, missingQuantity: number): Promise<void> {
  const packedQuantity = toGive(line) - missingQuantity
  const isSame = packedQuantity > 0 && packedQuantity === line.packedQuantity
  await tx
    .update(orderLines)
    .set({
      packedQuantity,
      packedAmount: isSame ? line.packedAmount : null,
      differenceReason: "out of stock",
    })
    .where(eq(orderLines.id, line.id))
}

type People = Awaited<ReturnType<typeof requireOfferable>>

async function announce(
  tx: Transaction,
  offer: ReplacementOffer,
  { missing, ...order }: People & { missing: string },
): Promise<void> {
  const { id: offerId, orderId, expiresAt } = offer
  const { customerId, sellerId, timeZone } = order
  const news = { ...order, missing, offered: itemText(offer) }
  await notify(tx, {
    userId: customerId,
    role: "customer",
    orderId,
    message: offeredMessage(news, timeText(expiresAt, timeZone)),
  })
  await emit(tx, "replacement.offered", { orderId, offerId, customerId, sellerId })
  await emit(tx, "replacement.due", { offerId }, { dueAt: expiresAt })
}
