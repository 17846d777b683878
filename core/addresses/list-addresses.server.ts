import { asc, desc, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { addresses } from "#db/schema/index.ts"
import { addressColumns } from "./address-queries.server.ts"

/** The customer's saved addresses, starting with the first choice. */
export async function listAddresses(ctx: CustomerContext) {
  return ctx.db
    .select({
      id: addresses.id,
      label: addresses.label,
      ...addressColumns,
      isFirstChoice: addresses.isFirstChoice,
    })
    .from(addresses)
    .where(eq(addresses.customerId, ctx.actor.userId))
    .orderBy(desc(addresses.isFirstChoice), asc(addresses.id))
}

export type SavedAddress = Awaited<ReturnType<typeof listAddresses>>[number]
