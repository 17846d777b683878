import { eq } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { memberships, users } from "#db/schema/index.ts"
import { orderFacts } from "./order-facts.server.ts"
import { disputeAdminEmail, disputeEmail } from "./templates/dispute-emails.ts"

type Dispute = { readonly orderId: string; readonly won: boolean }

/** Tells the seller of a chargeback, or of its good end. */
export async function sendDispute(ctx: SystemContext, input: Dispute, emailId: string): Promise<void> {
  const order = await orderFacts(ctx.db, input.orderId)
  if (!order?.seller.email) return
  const message = disputeEmail(order, ctx.ports.mail.siteUrl, input.won)
  await ctx.ports.mail.send({ ...message, id: emailId, to: order.seller.email })
}

/** Tells every admin. */
export async function sendDisputeToAdmins(
  ctx: SystemContext,
  input: Dispute,
  emailId: string,
): Promise<void> {
  const order = await orderFacts(ctx.db, input.orderId)
  if (!order) return
  const message = disputeAdminEmail(order, input.won)
  const admins = await ctx.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(eq(memberships.role, "admin"))
  for (const admin of admins)
    await ctx.ports.mail.send({ ...message, id: `${emailId}-${admin.id}`, to: admin.email })
}
