import { eq } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { countTry } from "#core/identity/rate-limit.server.ts"
import { memberships, users } from "#db/schema/index.ts"
import { exportCourier } from "./export-courier.server.ts"
import { exportPurchases } from "./export-purchases.server.ts"
import { exportSeller } from "./export-seller.server.ts"
import { exportTraces } from "./export-traces.server.ts"

/** One JSON file. Whoever reads it with a program looks at `format` first. */
export type AccountExport = { readonly format: "pushcart-account-1" } & Readonly<Record<string, unknown>>

/**
 * Everything that we hold about the person who asks, in all their roles: amounts in cents, times in UTC, images as
 * links (private ones for an hour). No password, no token, nothing of other people. Identity and bank are with the
 * payment provider alone. Throws `rate_limited`.
 */
export async function exportAccount(ctx: PersonContext): Promise<AccountExport> {
  const { userId } = ctx.actor
  await countTry(ctx, "export an account", userId)
  const [person] = await ctx.db.select().from(users).where(eq(users.id, userId))
  if (!person || person.deletedAt) throw notFound("Your account")
  const { name, email, emailVerified, createdAt } = person
  const roles = await ctx.db
    .select({
      role: memberships.role,
      termsVersion: memberships.termsVersion,
      agreedAt: memberships.agreedAt,
    })
    .from(memberships)
    .where(eq(memberships.userId, userId))
  return {
    format: "pushcart-account-1",
    madeAt: ctx.now(),
    account: { id: userId, name, email, emailConfirmed: emailVerified, createdAt, roles },
    customer: await exportPurchases(ctx),
    seller: await exportSeller(ctx),
    deliverer: await exportCourier(ctx),
    ...(await exportTraces(ctx)),
  }
}
