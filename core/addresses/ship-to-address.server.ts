import { and, eq } from "drizzle-orm"
import { saveShipTo } from "#core/checkout/ship-to.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { addresses } from "#db/schema/index.ts"
import { addressColumns } from "./address-queries.server.ts"

/** Has the cart delivered to a saved address. Throws `not_found` for another customer's. */
export async function shipToAddress(
  ctx: CustomerContext,
  { addressId }: { addressId: string },
): Promise<void> {
  if (!isId(addressId)) throw notFound("This address")
  const [saved] = await ctx.db
    .select({
      ...addressColumns,
      addressId: addresses.id,
    })
    .from(addresses)
    .where(and(eq(addresses.id, addressId), eq(addresses.customerId, ctx.actor.userId)))
  if (!saved) throw notFound("This address")
  await saveShipTo(ctx, saved)
}
