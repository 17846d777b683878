import { eq } from "drizzle-orm"
import { restoreStock } from "#core/checkout/checkout-queries.server.ts"
import type { SellerContext } from "#core/context.ts"
import { orderLines } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { DomainError } from "../errors.ts"
import { endOffer, lockOffer } from "./end-replacement.server.ts"
import { ofSeller } from "./order-queries.server.ts"
import { endedText } from "./replacement.ts"

/**
 * Takes an offer back before it is answered: what it held returns to stock, and the line is open again. Taking it back
 * again changes nothing. Throws `not_found` for another market's offer, and `illegal_move` once it was answered.
 */
export async function withdrawReplacement(
  ctx: SellerContext,
  { offerId }: { offerId: string },
): Promise<{ orderId: string }> {
  return transaction(ctx.db, async (tx) => {
    const found = await lockOffer(tx, offerId, ofSeller(ctx))
    const { offer, order } = found
    if (offer.status === "withdrawn") return { orderId: order.id }
    if (offer.status !== "open") throw new DomainError("illegal_move", endedText(offer, "seller"))
    await restoreStock(tx, await endOffer(ctx, tx, found, { move: "withdraw", answeredBy: null }))
    await tx
      .update(orderLines)
      .set({ packedQuantity: null, packedAmount: null, differenceReason: null })
      .where(eq(orderLines.id, offer.lineId))
    return { orderId: order.id }
  })
}
