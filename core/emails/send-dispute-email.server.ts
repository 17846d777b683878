import { eq } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { memberships, users } from "#db/schema/index.ts"
import { orderFacts } from "./order-facts.server.ts"
import { sendWantedEmail } from "./send-wanted-email.server.ts"
import { disputeAdminEmail, disputeEmail } from "./templates/dispute-emails.ts"

type Dispute = { readonly orderId: string; readonly won: boolean }

/** Tells the seller of a chargeback, or of its good end. */
export async function sendDispute(ctx: SystemContext, input: Dispute, emailId: string): Promise<void> {
  const order = await orderFacts(ctx.db, input.orderId)
  if (!order?.seller.email) return
  const { userId, email } = order.seller
  const content = disputeEmail(order, ctx.ports.mail.siteUrl, input.won)
  await sendWantedEmail(ctx, { userId, email, role: "seller", kind: "money" }, content, emailId)
}

/** Tells every admin who wants to know. */
export async function sendDisputeToAdmins(
  ctx: SystemContext,
  input: Dispute,
  emailId: string,
): Promise<void> {
  const order = await orderFacts(ctx.db, input.orderId)
  if (!order) return
  const content = disputeAdminEmail(order, input.won)
  const admins = await ctx.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(eq(memberships.role, "admin"))
  for (const admin of admins) {
    const to = { userId: admin.id, email: admin.email, role: "admin", kind: "disputes" } as const
    await sendWantedEmail(ctx, to, content, `${emailId}-${admin.id}`)
  }
}
