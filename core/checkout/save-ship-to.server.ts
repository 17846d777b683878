import { and, eq, isNull } from "drizzle-orm"
import type { z } from "zod"
import type { CustomerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { requireStateOfZip } from "#core/places/find-zip.server.ts"
import type { Transaction } from "#db/client.ts"
import { carts, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { DropOff, ShipTo, shipToInput } from "./inputs.ts"

/**
 * Remembers where the cart is to be delivered, with the account's own email. Throws `invalid` for a state that the
 * zip does not lie in, `not_found` where the account was deleted meanwhile.
 */
export async function saveShipTo(
  ctx: CustomerContext,
  input: z.output<typeof shipToInput> & DropOff,
): Promise<ShipTo> {
  const customerId = ctx.actor.userId
  await requireStateOfZip(ctx.db, input)
  return transaction(ctx.db, async (tx) => {
    const shipTo = { ...input, email: await lockEmail(tx, customerId) }
    const values = { shipTo, fulfilment: "delivery" as const, updatedAt: ctx.now() }
    await tx
      .insert(carts)
      .values({ customerId, ...values })
      .onConflictDoUpdate({ target: carts.customerId, set: values })
    return shipTo
  })
}

/** The email of the customer's account, which nobody deletes until the transaction ends. */
async function lockEmail(tx: Transaction, userId: string): Promise<string> {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("share")
  if (!user) throw notFound("Your account")
  return user.email
}
