import { findListed } from "#core/catalog/market-queries.server.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { personFacts } from "../person-facts.server.ts"

/**
 * Notifies a customer who asked for it that a market takes orders again. Not sent if the market is no longer listed or
 * the account no longer exists.
 */
export const marketOpened = defineEmail({
  job: "send-market-opened-email",
  kind: "openings",
  async load(ctx, { marketId, customerId }) {
    const to = await personFacts(ctx.db, { userId: customerId, role: "customer" })
    const market = await findListed(ctx.db, marketId)
    return to && market && { to, market }
  },
  subject: ({ market }) => `${market.name} is taking orders again`,
  body: ({ market, siteUrl }) => (
    <>
      <Text>{`You asked us to let you know when ${market.name} opens. It's taking orders again.`}</Text>
      <Action href={`${siteUrl}/market-info?market=${market.id}`}>See the market</Action>
      <Text>This is the only email you'll get about it.</Text>
    </>
  ),
})
