import { and, eq, isNull } from "drizzle-orm"
import type { z } from "zod"
import { wantedFulfilment, writeFulfilment } from "#core/cart/cart-queries.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { addressFields } from "#core/identity/fields.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { findZip, requireStateOfZip } from "#core/places/find-zip.server.ts"
import type { Transaction } from "#db/client.ts"
import { cartLines, cartMarkets, carts, customers, products, users, variants } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { DropOff, ShipTo, shipToInput } from "./checkout.ts"

/**
 * Saves the cart's delivery address, with the account's own email. If no market of the cart delivers, all of them do
 * from now on. Throws `invalid` for a state that the zip does not
 * lie in, and `not_found` if the account was deleted in the meantime.
 */
export async function saveShipTo(
  ctx: CustomerContext,
  input: z.output<typeof shipToInput> & DropOff,
): Promise<ShipTo> {
  const customerId = ctx.actor.userId
  await requireStateOfZip(ctx.db, input)
  const wanted = await listFulfilments(ctx)
  const delivers = wanted.some(({ fulfilment }) => fulfilment === "delivery")
  return transaction(ctx.db, async (tx) => {
    const shipTo = { ...input, email: await lockEmail(tx, customerId) }
    const values = { shipTo, updatedAt: ctx.now(), ...(delivers ? {} : { fulfilment: "delivery" as const }) }
    await tx
      .insert(carts)
      .values({ customerId, ...values })
      .onConflictDoUpdate({ target: carts.customerId, set: values })
    if (!delivers && wanted.some(({ own }) => own)) await writeFulfilment(ctx, tx, "delivery")
    return shipTo
  })
}

/** How the markets of the cart are wanted, with their own choice if they have one. */
const listFulfilments = (ctx: CustomerContext) =>
  ctx.db
    .selectDistinct({ own: cartMarkets.fulfilment, fulfilment: wantedFulfilment })
    .from(cartLines)
    .innerJoin(carts, eq(carts.customerId, cartLines.customerId))
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .leftJoin(
      cartMarkets,
      and(eq(cartMarkets.customerId, carts.customerId), eq(cartMarkets.marketId, products.marketId)),
    )
    .where(eq(cartLines.customerId, ctx.actor.userId))

/** Returns the email of the customer's account, and locks the account against deletion until the transaction ends. */
async function lockEmail(tx: Transaction, userId: string): Promise<string> {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("share")
  if (!user) throw notFound("Your account")
  return user.email
}

/** The values that forms are filled with: the last address; before the first one, the account's name and email. */
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

/** The city and state of a zip, for a form that has no address yet; empty for anything that is not a known zip. */
export async function cityOfZip(
  ctx: CustomerContext,
  zip: string,
): Promise<Partial<Pick<ShipTo, "zip" | "city" | "state">>> {
  const found = await findZip(ctx.db, zip)
  const state = addressFields.state.safeParse(found?.state)
  return found && state.success ? { zip: found.zip, city: found.city, state: state.data } : {}
}
