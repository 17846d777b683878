import { findListed } from "#core/catalog/market-queries.server.ts"
import type { SystemContext } from "#core/context.ts"
import { personFacts } from "./person-facts.server.ts"
import { sendWantedEmail } from "./send-wanted-email.server.ts"
import { marketOpenedEmail } from "./templates/market-emails.ts"

/** Tells a customer that a market takes orders again, unless either is gone by now. */
export async function sendMarketOpened(
  ctx: SystemContext,
  { marketId, customerId }: { readonly marketId: string; readonly customerId: string },
  emailId: string,
): Promise<void> {
  const to = await personFacts(ctx.db, { userId: customerId, role: "customer" })
  const market = await findListed(ctx.db, marketId)
  if (!to || !market) return
  const { email, firstName } = to
  await sendWantedEmail(
    ctx,
    { userId: customerId, role: "customer", kind: "openings", email },
    marketOpenedEmail({ firstName, market, siteUrl: ctx.ports.mail.siteUrl }),
    emailId,
  )
}
