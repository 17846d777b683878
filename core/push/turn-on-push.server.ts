import { and, desc, eq, inArray, ne, or } from "drizzle-orm"
import { z } from "zod"
import type { PersonContext, PersonInRole } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { lockPerson } from "#core/identity/lock-person.server.ts"
import { newId } from "#core/ids.server.ts"
import { mustAgreeFirst } from "#core/terms/second-terms.server.ts"
import type { Transaction } from "#db/client.ts"
import { pushSubscriptions, sessions } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { browserKeys } from "./browser-keys.server.ts"

/** The most devices that a person can have, in all their roles together. */
export const MOST_DEVICES = 20

/** The fields of `PushSubscription.toJSON()` that are needed. */
export const pushSubscriptionInput = z.object({
  endpoint: z.string().max(2_000),
  keys: browserKeys,
})

type Browser = {
  /** The session's token. */
  token: string | null
  /** From the browser's device cookie; without the cookie, only the session identifies the browser. */
  deviceId: string | null
  userAgent: string | null
  /** The endpoint that this one replaces, if the browser's push service changed it without user interaction. */
  replaces?: string | undefined
}

/**
 * Turns on push messages in the current browser for the person, in the role that they are signed in as. A browser gets
 * them for one person at a time: the person who had turned them on there before no longer gets any there. Beyond
 * `MOST_DEVICES`, the devices at which the person signed in longest ago are removed.
 *
 * @throws DomainError `invalid` for an endpoint of no known push service · `not_allowed` for a person who has to agree
 * to the terms first, and if it replaces an endpoint that is not the person's, who then turns push on by hand
 */
export async function turnOnPush(
  ctx: PersonContext,
  { endpoint, keys }: z.output<typeof pushSubscriptionInput>,
  browser: Browser,
): Promise<void> {
  const { userId, role } = ctx.actor
  if (!ctx.ports.push.accepts(endpoint))
    throw new DomainError("invalid", "This browser's push service isn't supported.")
  if (await mustAgreeFirst(ctx))
    throw new DomainError("not_allowed", "Agree to the second version of our terms first.")
  const deviceId = browser.deviceId ?? newId()
  await transaction(ctx.db, async (tx) => {
    await lockPerson(tx, userId)
    const [session] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.token, browser.token ?? ""), eq(sessions.userId, userId)))
      // Waits for a concurrent sign-out, which then takes precedence.
      .for("key share")
    if (!session) throw new DomainError("not_allowed", "You're no longer signed in.")
    if (browser.replaces !== undefined) await requireOwn(tx, ctx.actor, browser.replaces)
    await tx
      .delete(pushSubscriptions)
      .where(
        or(
          eq(pushSubscriptions.deviceId, deviceId),
          eq(pushSubscriptions.sessionId, session.id),
          eq(pushSubscriptions.endpoint, endpoint),
          browser.replaces === undefined ? undefined : eq(pushSubscriptions.endpoint, browser.replaces),
        ),
      )
    await tx.insert(pushSubscriptions).values({
      userId,
      role,
      sessionId: session.id,
      deviceId,
      userAgent: browser.userAgent,
      endpoint,
      ...keys,
      seenAt: ctx.now(),
    })
    await forgetOldestDevices(tx, { userId, deviceId })
  })
}

async function forgetOldestDevices(
  tx: Transaction,
  { userId, deviceId }: { userId: string; deviceId: string },
): Promise<void> {
  const oldest = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), ne(pushSubscriptions.deviceId, deviceId)))
    .orderBy(desc(pushSubscriptions.seenAt), desc(pushSubscriptions.id))
    .offset(MOST_DEVICES - 1)
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, oldest))
}

async function requireOwn(tx: Transaction, { userId, role }: PersonInRole, endpoint: string): Promise<void> {
  const [own] = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.endpoint, endpoint),
        eq(pushSubscriptions.userId, userId),
        eq(pushSubscriptions.role, role),
      ),
    )
  if (!own) throw new DomainError("not_allowed", "Turn notifications on for this device.")
}
