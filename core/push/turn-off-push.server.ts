import { and, eq } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { pushSubscriptions } from "#db/schema/index.ts"

/**
 * Ends the push messages of one of the person's devices, regardless of the role they are for. Throws `not_found` for
 * another person's device.
 */
export async function turnOffPush(ctx: PersonContext, { deviceId }: { deviceId: string }): Promise<void> {
  if (!isId(deviceId)) throw notFound("This device")
  const off = await ctx.db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, deviceId), eq(pushSubscriptions.userId, ctx.actor.userId)))
    .returning({ id: pushSubscriptions.id })
  if (off.length === 0) throw notFound("This device")
}
