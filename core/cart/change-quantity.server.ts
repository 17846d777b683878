import { and, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { cartLines, variants } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { availableTo } from "./available.server.ts"
import type { ChangeQuantityInput } from "./inputs.ts"

/** The text that the specification's clients compare with. */
export const NO_MORE_INVENTORY = "There is no more inventory"

/**
 * Sets a cart line's quantity. Throws `no_inventory` with the specification's text (and `details.left`,
 * `details.quantity`, what the line keeps) above the stock, and `not_found` for another customer's line.
 */
export async function changeQuantity(
  ctx: CustomerContext,
  input: ChangeQuantityInput,
): Promise<{ quantity: number }> {
  return transaction(ctx.db, (tx) => changeInside(tx, ctx, input, "quantity"))
}

/** The same as a step of the caller's transaction; `field` is what a rejection names. */
export async function changeInside(
  tx: Transaction,
  ctx: CustomerContext,
  input: ChangeQuantityInput,
  field: string,
): Promise<{ quantity: number }> {
  const customerId = ctx.actor.userId
  const mine = and(eq(cartLines.id, input.lineId), eq(cartLines.customerId, customerId))
  const [line] = await tx
    .select({ quantity: cartLines.quantity, available: availableTo(customerId) })
    .from(cartLines)
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .where(mine)
  if (!line) throw notFound("This line of your cart")
  // Taking fewer is always allowed: it is how a line above the stock is fixed.
  if (input.quantity > line.available && input.quantity >= line.quantity)
    throw new DomainError("no_inventory", NO_MORE_INVENTORY, field, {
      left: line.available,
      quantity: line.quantity,
    })
  await tx.update(cartLines).set({ quantity: input.quantity }).where(mine)
  await emit(tx, "cart.changed", { customerId })
  return { quantity: input.quantity }
}
