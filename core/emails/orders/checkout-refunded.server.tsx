import { eq } from "drizzle-orm"
import { formatMoney } from "#core/money.ts"
import { refunds } from "#db/schema/index.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { personFacts } from "../person-facts.server.ts"

/**
 * Notifies a customer that a payment is refunded because it came too late to get the goods, or the market was closed.
 */
export const checkoutRefunded = defineEmail({
  job: "send-checkout-refunded-email",
  kind: "refunds",
  async load(ctx, { customerId, refundId }) {
    const to = await personFacts(ctx.db, { userId: customerId, role: "customer" })
    const [made] = await ctx.db
      .select({ amountCents: refunds.amountCents })
      .from(refunds)
      .where(eq(refunds.id, refundId))
    return to && made && { to, amount: formatMoney(made.amountCents) }
  },
  subject: () => "Your payment is being refunded",
  body: ({ amount, siteUrl }) => (
    <>
      <Text>{`Your payment of ${amount} arrived after the products in your cart had sold out or their market had closed. We're sorry. No order was placed, and we're refunding the full amount to your card. It can take 5 to 10 days to appear on your statement.`}</Text>
      <Action href={`${siteUrl}/shopping-cart`}>Go to my cart</Action>
    </>
  ),
})
