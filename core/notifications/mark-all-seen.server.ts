import { and, eq, isNull } from "drizzle-orm"
import { notifications } from "#db/schema/index.ts"
import type { PersonContext } from "../context.ts"

/** Marks every notification of the role that the person is signed in as seen. */
export async function markAllSeen(ctx: PersonContext): Promise<void> {
  const { userId, role } = ctx.actor
  await ctx.db
    .update(notifications)
    .set({ seenAt: ctx.now() })
    .where(and(eq(notifications.userId, userId), eq(notifications.role, role), isNull(notifications.seenAt)))
}
