import { and, eq } from "drizzle-orm"
import type { PersonInRole, SystemContext } from "#core/context.ts"
import { DAY_MINUTES } from "#core/durations.ts"
import { couriers, markets, memberships, users } from "#db/schema/index.ts"
import { deliverPush } from "./deliver-push.server.ts"
import { applicationPush } from "./push-message.ts"

/** One day, because an admin may only read it the next morning. */
const TTL_MINUTES = DAY_MINUTES

/**
 * Notifies the admins of an application once the applicant's email is confirmed; before that, it is not in their list.
 */
export async function pushApplication(
  ctx: SystemContext,
  { userId, role }: PersonInRole,
  jobId: string,
): Promise<void> {
  if (role !== "seller" && role !== "deliverer") return
  const table = role === "seller" ? markets : couriers
  const [waiting] = await ctx.db
    .select({ userId: table.userId })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(and(eq(table.userId, userId), eq(table.approval, "waiting"), eq(users.emailVerified, true)))
  if (!waiting) return
  const admins = await ctx.db
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(eq(memberships.role, "admin"))
  await deliverPush(
    ctx,
    { role: "admin", kind: "applications", userIds: admins.map((admin) => admin.userId) },
    { jobId, ttlMinutes: TTL_MINUTES, message: applicationPush(role) },
  )
}
