import { cents, formatMoney } from "#core/money.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { personFacts } from "../person-facts.server.ts"

/**
 * Sent when a seller paid for the subscription twice, for example in two tabs: one subscription stays, the other
 * payment is refunded.
 */
export const subscriptionRefunded = defineEmail({
  job: "send-plan-refunded-email",
  kind: "money",
  async load(ctx, { userId, amountCents }) {
    const to = await personFacts(ctx.db, { userId, role: "seller" })
    return to && { to, amount: formatMoney(cents(amountCents)) }
  },
  subject: ({ amount }) => `You paid twice: we're refunding ${amount}`,
  body: ({ amount, siteUrl }) => (
    <>
      <Text>{`You paid for your subscription twice. We ended the second one and refunded ${amount} to your card; the first continues as before.`}</Text>
      <Action href={`${siteUrl}/market-dashboard`}>Open my dashboard</Action>
    </>
  ),
})
