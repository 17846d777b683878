import { and, eq } from "drizzle-orm"
import type { SellerContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { markets, orderLines, orders, variants } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { acknowledgeWithin } from "./acknowledge-order.server.ts"
import { lockOrder, ofSeller } from "./order-queries.server.ts"
import { requirePackable } from "./pack-order.server.ts"
import { type Difference, differenceOf, type PackedLine, statedInBag, toGive } from "./packing.ts"
import { packedLines } from "./packing-queries.server.ts"

type PackLine = {
  lineId: string
  /** How many are in the bag; null: the line is open again. */
  packedQuantity: number | "as ordered" | null
  /** What is in the bag weighs, in the line's unit; of a line that is priced by final weight. */
  amount?: number | undefined
  /** Sets the stock of what was ordered to 0; the line's reason is then "out of stock". */
  stockToZero?: boolean
  /** What the page showed; undefined: whatever is there is replaced. */
  seen?: number | null | undefined
}

/**
 * Records how many of a line are in the bag, until the order is packed. Entering what is already recorded changes
 * nothing. What is missing does not return to stock. Throws `not_found` for another market's line, `illegal_move` once
 * the order was packed or left the market, while a replacement
 * is offered, or if another phone entered something else than `seen` meanwhile, and
 * `invalid` for more than the customer still gets or more than the stated weight.
 */
export async function packLine(ctx: SellerContext, input: PackLine): Promise<{ orderId: string }> {
  return transaction(ctx.db, async (tx) => {
    const found = await findLine(ctx, tx, input.lineId)
    const order = await lockOrder(tx, found.orderId, ofSeller(ctx))
    requirePackable(order)
    const line = (await packedLines(tx, order.id)).find(({ id }) => id === input.lineId)
    if (!line) throw notFound("This item")
    if (line.isWaiting)
      throw new DomainError(
        "illegal_move",
        `A replacement for ${line.productName} is offered. Take it back first.`,
      )
    const { stockToZero = false, seen } = input
    const packedQuantity = input.packedQuantity === "as ordered" ? toGive(line) : input.packedQuantity
    if (packedQuantity !== null && packedQuantity > toGive(line))
      throw new DomainError(
        "invalid",
        `The customer gets ${toGive(line)} of ${line.productName}.`,
        "packedQuantity",
      )
    const packed = { ...line, packedQuantity, packedAmount: packedQuantity ? (input.amount ?? null) : null }
    requireWeight(packed)
    const isSame = line.packedQuantity === packedQuantity && line.packedAmount === packed.packedAmount
    if (!isSame && seen !== undefined && line.packedQuantity !== seen) throw overtaken(line)
    const reason = differenceOf(packed, stockToZero)
    if (!isSame || line.differenceReason !== reason) await saveLine(ctx, tx, { order, line: packed, reason })
    await acknowledgeWithin(ctx, tx, order)
    if (stockToZero) await tx.update(variants).set({ stock: 0 }).where(eq(variants.id, found.variantId))
    return { orderId: order.id }
  })
}

/** @throws DomainError `invalid`: only what is priced by final weight is weighed, up to the stated weight */
function requireWeight(line: PackedLine & { productName: string }): void {
  if (line.packedAmount === null) return
  const stated = statedInBag(line)
  if (stated === null)
    throw new DomainError("invalid", `${line.productName} is not priced by weight.`, "amount")
  if (line.packedAmount > stated)
    throw new DomainError("invalid", `The customer pays for at most ${stated} ${line.unit}.`, "amount")
}

async function findLine(ctx: SellerContext, tx: Transaction, lineId: string) {
  const [line] = isId(lineId)
    ? await tx
        .select({ orderId: orderLines.orderId, variantId: orderLines.variantId })
        .from(orderLines)
        .innerJoin(orders, eq(orders.id, orderLines.orderId))
        .where(and(eq(orderLines.id, lineId), ofSeller(ctx)))
    : []
  if (!line) throw notFound("This item")
  return line
}

type Change = {
  order: { id: string }
  line: Pick<PackedLine, "id" | "packedQuantity" | "packedAmount">
  reason: Difference | null
}

async function saveLine(
  ctx: SellerContext,
  tx: Transaction,
  { order, line: { id, packedQuantity, packedAmount }, reason }: Change,
) {
  await tx
    .update(orderLines)
    .set({ packedQuantity, packedAmount, differenceReason: reason })
    .where(eq(orderLines.id, id))
  const [market] = await tx
    .select({ sellerId: markets.userId })
    .from(markets)
    .where(eq(markets.id, ctx.actor.marketId))
  if (market) await emit(tx, "order.lineDealtWith", { orderId: order.id, sellerId: market.sellerId })
}

const overtaken = ({ productName, packedQuantity }: { productName: string; packedQuantity: number | null }) =>
  new DomainError(
    "illegal_move",
    packedQuantity === null
      ? `${productName} was opened again on another phone. Nothing was changed. Check it and choose again.`
      : `${productName}: another phone entered ${packedQuantity}. Nothing was changed. Check it and choose again.`,
  )
