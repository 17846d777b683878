import { eq } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { users } from "#db/schema/index.ts"

/** Sets the time zone in which the person sees times; null means that `timeZoneOf` derives it from their location. */
export async function changeTimeZone(
  ctx: PersonContext,
  { timeZone }: { timeZone: string | null },
): Promise<void> {
  await ctx.db.update(users).set({ timeZone, updatedAt: ctx.now() }).where(eq(users.id, ctx.actor.userId))
}
