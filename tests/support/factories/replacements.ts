import { eq } from "drizzle-orm"
import { cents, ZERO } from "#core/money.ts"
import type { Database } from "#db/client.ts"
import { orderLines, type replacementOffers } from "#db/schema/index.ts"
import type { aProduct } from "./markets.ts"

type Offered = {
  order: { id: string }
  product: Awaited<ReturnType<typeof aProduct>>
}

/** One of a product at $1.00 without tax, as it is offered instead of one of the order's first line. */
export async function anOffer(db: Database, { order, product }: Offered) {
  const [line] = await db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(orderLines.id)
  return {
    orderId: order.id,
    lineId: line!.id,
    missingQuantity: 1,
    missingItemsCents: line!.unitPriceCents,
    missingTaxCents: ZERO,
    productId: product.id,
    variantId: product.variantId,
    quantity: 1,
    unitPriceCents: cents(100),
    taxCents: ZERO,
    category: product.category,
    section: product.section,
    productName: product.name,
    size: "",
    offeredAt: new Date(),
    expiresAt: new Date(),
  } satisfies typeof replacementOffers.$inferInsert
}
