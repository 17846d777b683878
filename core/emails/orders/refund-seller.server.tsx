import { formatMoney, ZERO } from "#core/money.ts"
import type { RefundShares } from "#core/payments/refund.ts"
import { bookedShares } from "#core/payments/refund-queries.server.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Quote, Receipt, Text } from "../email-parts.server.tsx"
import { aboutOrder } from "./order-facts.server.ts"
import { type RefundFacts, refundRows, sellerPage } from "./order-texts.ts"

/**
 * Notifies the seller what was refunded of an order, why, and what it costs them according to the ledger, once it is
 * recorded.
 */
export const refundSeller = defineEmail({
  job: "send-refund-seller-email",
  kind: "money",
  async load(ctx, { orderId, refundId }) {
    const about = await aboutOrder(ctx, orderId, "seller")
    const made = about?.order.refunds.find(({ id }) => id === refundId)
    if (!about || !made) return null
    const shares = (await bookedShares(ctx.db, orderId, about.order.refunds))[refundId]
    return { ...about, made, shares }
  },
  subject: ({ order, made }) => `${formatMoney(made.amountCents)} of order ${order.number} was refunded`,
  body: ({ order, made, shares, siteUrl }) => (
    <>
      <Text>{`The customer gets a partial refund for order ${order.number}. The reason given:`}</Text>
      <Quote>{made.reason}</Quote>
      <Receipt rows={refundRows(made, "The customer's refund")} />
      <Text>{costText(made, shares)}</Text>
      <Action href={sellerPage(siteUrl, order)}>See the order</Action>
    </>
  ),
})

function costText({ bearer, tipCents }: RefundFacts, shares: RefundShares | undefined): string {
  if (bearer === "seller" && !shares)
    return "The customer's bank holds this payment. If you get it back, this refund is deducted from it; you don't pay the tax."
  const { sellerCents, heldFeeCents } = shares ?? { sellerCents: ZERO, heldFeeCents: ZERO }
  const sentences = [
    sellerCents > 0 &&
      `${formatMoney(sellerCents)} of it is deducted from your earnings for this order; you don't pay the tax.`,
    heldFeeCents > 0 &&
      `If you deliver this order yourself, ${formatMoney(heldFeeCents)} is deducted from your ${tipCents > 0 ? "delivery fee and tip" : "delivery fee"}.`,
  ].filter((sentence) => sentence !== false)
  return sentences.join(" ") || "It costs you nothing: Pushcart covers it."
}
