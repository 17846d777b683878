import { eq } from "drizzle-orm"
import { restoreStock } from "#core/checkout/checkout-queries.server.ts"
import { orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { CustomerContext } from "../context.ts"
import { DomainError } from "../errors.ts"
import { acceptOffer, endOffer, lockOffer } from "./end-replacement.server.ts"
import { type AnswerReplacement, endedText } from "./replacement.ts"

/**
 * The customer takes an offered replacement or wants a refund instead, which is made once the order is packed. The same
 * answer again changes nothing. Throws `not_found` for an offer of another customer's order, and `illegal_move` once
 * the time is over or the offer ended otherwise.
 */
export async function answerReplacement(
  ctx: CustomerContext,
  { offerId, answer }: AnswerReplacement,
): Promise<{ orderId: string }> {
  return transaction(ctx.db, async (tx) => {
    const found = await lockOffer(tx, offerId, eq(orders.customerId, ctx.actor.userId))
    const { offer, order } = found
    const wanted = answer === "yes" ? "accepted" : "refused"
    if (offer.status === wanted && offer.answeredBy === "customer") return { orderId: order.id }
    if (offer.status !== "open") throw new DomainError("illegal_move", endedText(offer, "customer"))
    if (offer.expiresAt <= ctx.now())
      throw new DomainError("illegal_move", "The 15 minutes to answer are over.")
    if (answer === "yes") await acceptOffer(ctx, tx, found, "customer")
    else await restoreStock(tx, await endOffer(ctx, tx, found, { move: "refuse", answeredBy: "customer" }))
    return { orderId: order.id }
  })
}
