import { and, eq, inArray } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import type { Cents } from "#core/money.ts"
import { checkouts } from "#db/schema/index.ts"
import { cardText, purchaseNumber } from "./purchase.ts"

/** What was paid at once, of which an order is a part. */
export type OrderPurchase = {
  id: string
  /** "P100123" */
  number: string
  /** Paid for all of its orders. */
  totalCents: Cents
  /** "Visa ending in 4242"; null if the provider did not say which card paid. */
  card: string | null
  /** The text of the charge on the card's bank statement; null if the provider did not say. */
  statementName: string | null
}

/** What `purchaseOf` needs of a paid checkout. */
export const purchaseColumns = {
  id: checkouts.id,
  number: checkouts.number,
  totalCents: checkouts.totalCents,
  cardBrand: checkouts.cardBrand,
  cardLastFour: checkouts.cardLastFour,
  statementName: checkouts.statementName,
}

type Paid = Pick<typeof checkouts.$inferSelect, keyof typeof purchaseColumns>

export const purchaseOf = ({ id, totalCents, statementName, ...paid }: Paid): OrderPurchase => ({
  id,
  number: purchaseNumber(paid),
  totalCents,
  card: cardText(paid),
  statementName,
})

/** Returns the purchase of each of the customer's own orders, and of no other order. */
export async function purchasesOf(
  ctx: CustomerContext,
  orders: readonly { checkoutId: string }[],
): Promise<(order: { checkoutId: string }) => OrderPurchase | null> {
  const ids = [...new Set(orders.map(({ checkoutId }) => checkoutId))]
  if (ids.length === 0) return () => null
  const paid = await ctx.db
    .select(purchaseColumns)
    .from(checkouts)
    .where(and(eq(checkouts.customerId, ctx.actor.userId), inArray(checkouts.id, ids)))
  const purchases = new Map(paid.map((one) => [one.id, purchaseOf(one)]))
  return ({ checkoutId }) => purchases.get(checkoutId) ?? null
}
