import { and, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { customers, memberships, users } from "#db/schema/index.ts"

/** The customer's own data, in the specification's names. No password, no token, no card secret. */
export async function customerInfo(ctx: CustomerContext) {
  const [row] = await ctx.db
    .select({
      id: customers.userId,
      firstname: customers.firstName,
      lastname: customers.lastName,
      email: users.email,
      emailConfirmed: users.emailVerified,
      dateAccepted: memberships.agreedAt,
      stripeCustomerId: customers.stripeCustomerId,
    })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.userId))
    .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.role, "customer")))
    .where(eq(customers.userId, ctx.actor.userId))
  if (!row) throw notFound("This customer")
  return { ...row, agree: row.dateAccepted !== null, role: "customer" as const }
}
