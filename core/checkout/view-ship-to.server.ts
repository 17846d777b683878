import { eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { carts, customers, users } from "#db/schema/index.ts"
import type { ShipTo } from "./inputs.ts"

/** What the address forms are filled with: the last address given, at first the account's name and email. */
export type KnownAddress = Pick<ShipTo, "firstName" | "lastName" | "email"> & Partial<ShipTo>

/** The last shipping address with the cart's delivery choice, for the forms. */
export async function viewShipTo(
  ctx: CustomerContext,
): Promise<{ shipTo: KnownAddress; fulfilment: Fulfilment | null }> {
  const [row] = await ctx.db
    .select({
      firstName: customers.firstName,
      lastName: customers.lastName,
      email: users.email,
      shipTo: carts.shipTo,
      fulfilment: carts.fulfilment,
    })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.userId))
    .leftJoin(carts, eq(carts.customerId, customers.userId))
    .where(eq(customers.userId, ctx.actor.userId))
  if (!row) throw notFound("Your account")
  const { shipTo, fulfilment, ...account } = row
  return { shipTo: { ...account, ...shipTo, email: account.email }, fulfilment }
}
