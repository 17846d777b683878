import { and, eq } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { countTry } from "#core/identity/rate-limit.server.ts"
import { isId } from "#core/ids.ts"
import { pushSubscriptions } from "#db/schema/index.ts"
import { testPush } from "./push-message.ts"

/**
 * Sends a message to one of the person's devices immediately, regardless of their notification choices and quiet hours.
 * @throws DomainError `not_found` for another person's device · `provider_down` if the message did not get through ·
 * `rate_limited`
 */
export async function sendTestPush(ctx: PersonContext, { deviceId }: { deviceId: string }): Promise<void> {
  if (!isId(deviceId)) throw notFound("This device")
  const [device] = await ctx.db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, deviceId), eq(pushSubscriptions.userId, ctx.actor.userId)))
  if (!device) throw notFound("This device")
  await countTry(ctx, "test a device", ctx.actor.userId)
  const message = testPush(device.role)
  const outcome = await ctx.ports.push
    .send(device, { payload: JSON.stringify(message), ttlSeconds: 60, urgency: "high", topic: message.tag })
    .catch(() => "rejected" as const)
  if (outcome === "sent") return
  if (outcome === "gone") await ctx.db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, device.id))
  throw new DomainError(
    "provider_down",
    outcome === "gone"
      ? "That device no longer accepts notifications. Turn them on again there."
      : "The push service didn't accept the message. Try again later.",
  )
}
