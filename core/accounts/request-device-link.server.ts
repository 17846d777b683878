import { and, eq } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { emit } from "#core/outbox.server.ts"
import { memberships, users } from "#db/schema/index.ts"
import { countTry } from "./rate-limit.server.ts"

/**
 * Has a link emailed that makes the browser in which it is opened a known device, for an admin whom the guesses of
 * others keep out; other roles choose a new password by an emailed link, which does the same. It does and answers the
 * same in every case, so it tells nobody who has an account. Throws `rate_limited`.
 */
export async function requestDeviceLink(
  ctx: Context,
  { email, address }: { email: string; address: string },
): Promise<void> {
  await countTry(ctx, "ask for letters from an address", address)
  await countTry(ctx, "ask for a letter", "device", email)
  await ctx.db.transaction(async (tx) => {
    const [admin] = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.role, "admin")))
      .where(eq(users.email, email))
    await emit(tx, "email.deviceLinkRequested", { userId: admin?.id ?? null, role: "admin" })
  })
}
