import { eq } from "drizzle-orm"
import { formatMoney } from "#core/money.ts"
import { memberships, users } from "#db/schema/index.ts"
import { defineEmail } from "../define-email.server.ts"
import { Text } from "../email-parts.server.tsx"
import { orderFacts } from "../orders/order-facts.server.ts"

/** Sent to every admin who wants it: an admin has to respond to the bank. */
export const disputeAdmins = defineEmail({
  job: "send-dispute-admin-email",
  kind: "disputes",
  async load(ctx, { orderId, won }) {
    const order = await orderFacts(ctx, orderId)
    if (!order) return null
    const admins = await ctx.db
      .select({ userId: users.id, email: users.email })
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.id))
      .where(eq(memberships.role, "admin"))
    return {
      to: admins.map((admin) => ({ ...admin, role: "admin" as const, firstName: "" })),
      order,
      outcome: won ? "was won" : "needs a response or was lost",
    }
  },
  subject: ({ order, outcome }) => `Dispute over order ${order.number} ${outcome}`,
  body: ({ order, outcome }) => (
    <Text>{`The dispute over order ${order.number} from ${order.market.name} (${formatMoney(order.totalCents)}) ${outcome}. The order's status is "${order.status ?? "Order placed"}". Submit evidence in the card provider's dashboard.`}</Text>
  ),
})
