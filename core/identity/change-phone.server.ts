import { eq } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { couriers, customers } from "#db/schema/index.ts"

/**
 * Sets a customer's phone, or takes it away, or sets a courier's. The phone of a market is the market's own, and admins
 * have none: throws `not_allowed`. Throws `invalid` for a courier without one.
 */
export async function changePhone(ctx: PersonContext, { phone }: { phone: string | null }): Promise<void> {
  const { userId, role } = ctx.actor
  if (role === "customer") await ctx.db.update(customers).set({ phone }).where(eq(customers.userId, userId))
  else if (role !== "deliverer") throw new DomainError("not_allowed", "There is no phone to change here.")
  else if (phone === null) throw new DomainError("invalid", "Enter your phone number.", "phone")
  else await ctx.db.update(couriers).set({ phone, updatedAt: ctx.now() }).where(eq(couriers.userId, userId))
}
