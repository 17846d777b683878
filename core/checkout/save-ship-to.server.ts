import { eq } from "drizzle-orm"
import type { z } from "zod"
import type { CustomerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { requireStateOfZip } from "#core/places/find-zip.server.ts"
import { carts, users } from "#db/schema/index.ts"
import type { ShipTo, shipToInput } from "./inputs.ts"

/**
 * Remembers where the cart is to be delivered, with the account's own e-mail. Throws `invalid` for a state that the
 * zip does not lie in.
 */
export async function saveShipTo(ctx: CustomerContext, input: z.output<typeof shipToInput>): Promise<ShipTo> {
  const customerId = ctx.actor.userId
  await requireStateOfZip(ctx.db, input)
  const shipTo = { ...input, email: await emailOf(ctx) }
  const values = { shipTo, fulfilment: "delivery" as const, updatedAt: ctx.now() }
  await ctx.db
    .insert(carts)
    .values({ customerId, ...values })
    .onConflictDoUpdate({ target: carts.customerId, set: values })
  return shipTo
}

/** The e-mail of the customer's account; the forms show it read-only. */
async function emailOf(ctx: CustomerContext): Promise<string> {
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, ctx.actor.userId))
  if (!user) throw notFound("Your account")
  return user.email
}
