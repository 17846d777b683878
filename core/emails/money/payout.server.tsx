import { eq } from "drizzle-orm"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import { formatMoney } from "#core/money.ts"
import { payouts } from "#db/schema/index.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Quote, Text } from "../email-parts.server.tsx"
import { toEarner } from "./earner.server.ts"

/** Sent when a payout is on its way, or when it was returned, with the reason. */
export const payout = defineEmail({
  job: "send-payout-email",
  kind: "money",
  async load(ctx, { payoutId, ...person }) {
    const [row] = await ctx.db.select().from(payouts).where(eq(payouts.id, payoutId))
    const earner = row && (await toEarner(ctx, person))
    return earner && { ...earner, amount: formatMoney(row.amountCents), failure: row.failure }
  },
  subject: ({ amount, failure }) =>
    failure === null
      ? `Your payout of ${amount} is on its way`
      : `Your payout of ${amount} didn't go through`,
  body: ({ to, amount, failure, siteUrl }) => (
    <>
      {failure === null ? (
        <Text>{`We sent ${amount} to your bank. It usually arrives within two business days.`}</Text>
      ) : (
        <>
          <Text>Your bank returned the money. It said:</Text>
          <Quote>{failure}</Quote>
          <Text>{`The ${amount} is back in your balance. Once that's fixed, request the payout again.`}</Text>
        </>
      )}
      <Action href={`${siteUrl}${ROLE_PAGES[to.role].dashboard}`}>Open my dashboard</Action>
    </>
  ),
})
