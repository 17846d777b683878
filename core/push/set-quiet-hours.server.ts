import { eq } from "drizzle-orm"
import type { z } from "zod"
import type { PersonContext } from "#core/context.ts"
import { users } from "#db/schema/index.ts"
import type { quietHoursInput } from "./quiet-hours.ts"

/** Sets the hours in which the person's devices show nothing, in all their roles; without times there are none. */
export async function setQuietHours(
  ctx: PersonContext,
  { from, to }: z.output<typeof quietHoursInput>,
): Promise<void> {
  await ctx.db
    .update(users)
    .set({ quietFromMinutes: from ?? null, quietToMinutes: to ?? null, updatedAt: ctx.now() })
    .where(eq(users.id, ctx.actor.userId))
}
