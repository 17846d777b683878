import { and, asc, desc, eq, gt, isNull, lte, ne, sql } from "drizzle-orm"
import { itemName } from "#core/catalog/product.ts"
import type { Cents } from "#core/money.ts"
import { priceMissing } from "#core/payments/refund.ts"
import { readRefundable } from "#core/payments/refundable-order.server.ts"
import { orderLines, orders, products, variants } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { notFound } from "../errors.ts"
import { isId } from "../ids.ts"
import { ZERO } from "../money.ts"
import { ofSeller } from "./order-queries.server.ts"
import { toGive } from "./packing.ts"
import { packedLines } from "./packing-queries.server.ts"

/** More products than a menu can usefully have. */
const MOST_CHOICES = 60

export type ReplacementChoices = {
  lineId: string
  /** How many are not in the bag; the offer is for these. */
  missing: number
  /** The most that the replacement may cost, with tax. */
  mostCents: Cents
  choices: { variantId: string; name: string; priceCents: Cents; stock: number }[]
}

/**
 * What a seller can offer instead of what is missing of a line: products of the market that are in stock and cost no
 * more than was paid, first those of the same section, then of the same category, and those of a similar price. Throws
 * `not_found` for another market's line.
 */
export async function listReplacements(ctx: SellerContext, lineId: string): Promise<ReplacementChoices> {
  const line = await findLine(ctx, lineId)
  const packed = (await packedLines(ctx.db, line.orderId)).find(({ id }) => id === lineId)
  if (!packed) throw notFound("This item")
  const missing = toGive(packed) - (packed.packedQuantity ?? 0)
  const order = await readRefundable(ctx.db, line.orderId)
  const left = priceMissing(order, [{ lineId, quantity: missing, lighterCents: ZERO }])
  const mostCents = left?.amountCents ?? ZERO
  const { category, section, unitPriceCents } = line
  const found = await ctx.db
    .select({
      variantId: variants.id,
      productName: products.name,
      size: variants.size,
      unit: products.unit,
      unitAmount: products.unitAmount,
      byWeight: products.byWeight,
      priceCents: variants.priceCents,
      stock: variants.stock,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(
        eq(products.marketId, ctx.actor.marketId),
        isNull(products.retiredAt),
        gt(variants.stock, 0),
        lte(variants.priceCents, mostCents),
        ne(variants.id, line.variantId),
      ),
    )
    .orderBy(
      desc(sql`${products.category} = ${category} and ${products.section} = ${section}`),
      desc(sql`${products.category} = ${category}`),
      asc(sql`abs(${variants.priceCents} - ${unitPriceCents}::int)`),
      asc(products.name),
      asc(variants.id),
    )
    .limit(MOST_CHOICES)
  return {
    lineId,
    missing,
    mostCents,
    choices: found.map(({ variantId, priceCents, stock, ...item }) => ({
      variantId,
      name: itemName(item),
      priceCents,
      stock,
    })),
  }
}

async function findLine(ctx: SellerContext, lineId: string) {
  const [line] = isId(lineId)
    ? await ctx.db
        .select({
          orderId: orderLines.orderId,
          variantId: orderLines.variantId,
          category: orderLines.category,
          section: orderLines.section,
          unitPriceCents: orderLines.unitPriceCents,
        })
        .from(orderLines)
        .innerJoin(orders, eq(orders.id, orderLines.orderId))
        .where(and(eq(orderLines.id, lineId), ofSeller(ctx)))
    : []
  if (!line) throw notFound("This item")
  return line
}
