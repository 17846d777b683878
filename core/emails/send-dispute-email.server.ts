import { eq } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { isWanted } from "#core/notifications/read-choices.server.ts"
import { memberships, users } from "#db/schema/index.ts"
import { orderFacts } from "./order-facts.server.ts"
import { disputeAdminEmail, disputeEmail } from "./templates/dispute-emails.ts"

type Dispute = { readonly orderId: string; readonly won: boolean }

/** Tells the seller of a chargeback, or of its good end. */
export async function sendDispute(ctx: SystemContext, input: Dispute, emailId: string): Promise<void> {
  const order = await orderFacts(ctx.db, input.orderId)
  if (!order?.seller.email) return
  const of = { userId: order.seller.userId, role: "seller", kind: "money", way: "email" } as const
  if (!(await isWanted(ctx.db, of))) return
  const message = disputeEmail(order, ctx.ports.mail.siteUrl, input.won)
  await ctx.ports.mail.send({ ...message, id: emailId, to: order.seller.email })
}

/** Tells every admin who wants to know. */
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
  for (const admin of admins) {
    const of = { userId: admin.id, role: "admin", kind: "disputes", way: "email" } as const
    if (!(await isWanted(ctx.db, of))) continue
    await ctx.ports.mail.send({ ...message, id: `${emailId}-${admin.id}`, to: admin.email })
  }
}
