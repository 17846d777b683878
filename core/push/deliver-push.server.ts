import { and, eq, inArray, isNull } from "drizzle-orm"
import PQueue from "p-queue"
import { clockAt } from "#core/calendar/zoned-time.ts"
import type { Context } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import { timeZoneOf } from "#core/identity/time-zone-of.server.ts"
import type { KindOf } from "#core/notifications/kinds.ts"
import { isWanted } from "#core/notifications/read-choices.server.ts"
import { memberships, pushDeliveries, pushSubscriptions, users } from "#db/schema/index.ts"
import type { PushMessage } from "./push-message.ts"
import { minutesUntilQuiet } from "./quiet-hours.ts"

type To<R extends Role> = { readonly role: R; readonly kind: KindOf<R>; readonly userIds: readonly string[] }
type Sending = {
  readonly jobId: string
  readonly ttlMinutes: number
  readonly message: PushMessage
  /** Set for a courier who is about to ring the person's doorbell. */
  readonly evenInQuietHours?: boolean
}

/** The number of messages that one job sends to push services at once. */
const AT_ONCE = 10

/**
 * Shows a message on every device on which these people turned push messages on for this role, unless they turned the
 * kind off or have quiet hours. Messages that were sent under the same `jobId` before are not sent again. A failure at
 * one device does not stop the others; after all were tried, the first failure that can be retried is thrown.
 */
export async function deliverPush<R extends Role>(ctx: Context, to: To<R>, sending: Sending): Promise<void> {
  if (ctx.ports.push.publicKey === null || to.userIds.length === 0) return
  const devices = await devicesOf(ctx, to, sending.jobId)
  const minutesOf = new Map<string, number>()
  for (const person of new Map(devices.map((device) => [device.userId, device])).values())
    minutesOf.set(person.userId, await minutesToShow(ctx, { ...to, ...sending }, person))
  const few = new PQueue({ concurrency: AT_ONCE })
  const sent = devices.map(async (device) => {
    const ttlMinutes = Math.min(sending.ttlMinutes, minutesOf.get(device.userId) ?? 0)
    if (ttlMinutes > 0) await few.add(() => sendTo(ctx, device, { ...sending, ttlMinutes }))
  })
  for (const result of await Promise.allSettled(sent)) if (result.status === "rejected") throw result.reason
}

type Device = Awaited<ReturnType<typeof devicesOf>>[number]

/** The devices of people who still have the role, without those that have the message already. */
function devicesOf(ctx: Context, { role, userIds }: To<Role>, jobId: string) {
  return ctx.db
    .select({
      id: pushSubscriptions.id,
      userId: pushSubscriptions.userId,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      timeZone: users.timeZone,
      fromMinutes: users.quietFromMinutes,
      toMinutes: users.quietToMinutes,
    })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .innerJoin(
      memberships,
      and(eq(memberships.userId, pushSubscriptions.userId), eq(memberships.role, pushSubscriptions.role)),
    )
    .leftJoin(
      pushDeliveries,
      and(eq(pushDeliveries.subscriptionId, pushSubscriptions.id), eq(pushDeliveries.jobId, jobId)),
    )
    .where(
      and(
        eq(pushSubscriptions.role, role),
        inArray(pushSubscriptions.userId, [...userIds]),
        isNull(pushDeliveries.jobId),
      ),
    )
}

/** For how many minutes the person may be shown the message: 0 if they do not want it or have quiet hours now. */
async function minutesToShow<R extends Role>(
  ctx: Context,
  { role, kind, evenInQuietHours }: To<R> & Sending,
  person: Device,
): Promise<number> {
  const { userId, fromMinutes, toMinutes } = person
  if (!(await isWanted(ctx.db, { userId, role, kind, way: "push" }))) return 0
  if (fromMinutes === null || toMinutes === null || evenInQuietHours) return minutesUntilQuiet(null, 0)
  const zone = person.timeZone ?? (await timeZoneOf({ db: ctx.db, actor: { userId, role } }))
  return minutesUntilQuiet({ fromMinutes, toMinutes }, clockAt(ctx.now(), zone).minutes)
}

async function sendTo(ctx: Context, device: Device, { jobId, ttlMinutes, message }: Sending): Promise<void> {
  const here = eq(pushSubscriptions.id, device.id)
  const failed = () => ctx.db.update(pushSubscriptions).set({ lastFailedAt: ctx.now() }).where(here)
  const outcome = await ctx.ports.push
    .send(device, {
      payload: JSON.stringify(message),
      ttlSeconds: ttlMinutes * 60,
      urgency: message.role === "seller" || message.role === "deliverer" ? "high" : "normal",
      topic: message.tag,
    })
    .catch(async (error: unknown) => {
      await failed()
      throw error
    })
  if (outcome === "gone") await ctx.db.delete(pushSubscriptions).where(here)
  else if (outcome === "rejected") await failed()
  else {
    await ctx.db.update(pushSubscriptions).set({ lastFailedAt: null }).where(here)
    await ctx.db
      .insert(pushDeliveries)
      .values({ subscriptionId: device.id, jobId, sentAt: ctx.now() })
      .onConflictDoNothing()
  }
}
