import { itemName, priceEachText } from "#core/catalog/product.ts"
import type { SellerContext } from "#core/context.ts"
import { add, type Cents, subtract, times, ZERO } from "#core/money.ts"
import { type PricedRefund, refundTotal } from "#core/payments/refund.ts"
import { readRefundable } from "#core/payments/refundable-order.server.ts"
import { dueText, isLate, timeLeftText } from "./due-text.ts"
import { goodsAt } from "./moves.ts"
import {
  inBag,
  isDealtWith,
  missingQuantity,
  PACKING_UNDO_MS,
  packedLinesOf,
  packingProgress,
  packingSums,
  pricePacking,
  statedInBag,
  toGive,
} from "./packing.ts"
import { MOST_OFFERS } from "./replacement.ts"
import { insteadOf, shownReplacements } from "./shown-replacement.ts"
import { type SellerOrder, viewSellerOrder } from "./view-seller-order.server.ts"

export type Packing = Awaited<ReturnType<typeof viewPacking>>

/**
 * One of the seller's own orders as it is packed: each line with what it comes to now, what is refunded, and whom to
 * call. Amounts of refunds include tax. Throws `not_found` for another seller's order.
 */
export async function viewPacking(ctx: SellerContext, orderId: string) {
  const view = await viewSellerOrder(ctx, orderId)
  const refundable = await readRefundable(ctx.db, view.order.id)
  const { order, market, customerName, customerToCall } = view
  const lines = packedLinesOf(view)
  const isSettled = view.refunds.some(({ source }) => source === "packing")
  const priced = isSettled ? null : pricePacking(refundable, lines)
  const before = refundTotal(refundable.refunded)
  const now = ctx.now()
  const offers = shownReplacements(view, now)
  const canOffer = order.replacement !== "refund" && view.replacements.length < MOST_OFFERS
  return {
    order: {
      id: order.id,
      number: order.number,
      fulfilment: order.fulfilment,
      status: order.status,
      note: order.note,
      replacement: order.replacement,
      bags: order.bags,
      isPacked: order.packedAt !== null,
      isAtMarket: goodsAt(order) === "market",
    },
    firstName: customerToCall?.firstName ?? customerName.split(" ")[0] ?? customerName,
    customerToCall,
    due: dueText(order, now, market.timeZone),
    left: timeLeftText(order, now),
    isLate: isLate(order, now),
    undoSeconds: secondsToUndo(order.packedAt, now),
    progress: { ...packingProgress(lines), waiting: lines.filter(({ isWaiting }) => isWaiting).length },
    lines: view.lines.map((line, index) => ({
      ...shownPackedLine(line, lines[index], priced),
      insteadOf: insteadOf(line, view.lines),
      /** What was offered instead; null if nothing was, or if it was taken back. */
      offer: offers.find(({ lineId }) => lineId === line.id) ?? null,
      canOffer,
    })),
    sums: packingSums(order.totalCents, add(before, priced?.amountCents ?? ZERO)),
  }
}

/** The seconds that are left to undo packing; 0 once they are over, or if the order is not packed. */
function secondsToUndo(packedAt: Date | null, now: Date): number {
  if (!packedAt) return 0
  return Math.max(0, Math.ceil((packedAt.getTime() + PACKING_UNDO_MS - now.getTime()) / 1000))
}

type Packed = ReturnType<typeof packedLinesOf>[number]

function shownPackedLine(
  line: SellerOrder["lines"][number],
  packed: Packed | undefined,
  priced: PricedRefund | null,
) {
  if (!packed) throw new Error("A line of an order vanished while it was read.")
  const refund = priced?.lines.find(({ lineId }) => lineId === line.id)
  const fullCents = times(line.unitPriceCents, toGive(packed))
  return {
    id: line.id,
    name: itemName(line),
    priceEach: priceEachText(line.unitPriceCents, line),
    quantity: line.quantity,
    toGive: toGive(packed),
    replaced: line.replacedQuantity,
    refunded: packed.refundedQuantity,
    packedQuantity: line.packedQuantity,
    inBag: inBag(packed),
    missing: missingQuantity(packed),
    reason: line.differenceReason,
    unit: line.unit,
    byWeight: line.byWeight,
    /** The weight that was entered, and the most that the customer pays for. */
    packedAmount: line.packedAmount,
    statedAmount: statedInBag(packed),
    isDealtWith: isDealtWith(packed),
    fullCents,
    nowCents: subtract(fullCents, refund?.amountCents ?? ZERO),
    refundCents: refund ? add(refund.amountCents, refund.taxCents) : (ZERO as Cents),
  }
}

export type PackedLineView = Packing["lines"][number]
