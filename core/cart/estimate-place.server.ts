import { desc, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import type { Place } from "#core/places/find-place.server.ts"
import { findZip } from "#core/places/find-zip.server.ts"
import { isStateCode } from "#core/places/states.ts"
import { addresses } from "#db/schema/index.ts"
import type { EstimatePlace } from "./estimate.ts"

/**
 * Where the cart will probably go: its last address, else the customer's first choice, else where they last searched;
 * null where nothing is known. Addresses count by their zip: nobody is asked for where they are exactly.
 */
export async function estimatePlace(
  ctx: CustomerContext,
  shipTo: { zip: string } | null,
  searched: Place | null,
): Promise<EstimatePlace | null> {
  const zip = shipTo?.zip ?? (await firstChoiceZip(ctx))
  const known = zip ? await placeOfZip(ctx, zip) : null
  if (known || !searched) return known
  const { label, center } = searched
  return (await placeOfZip(ctx, label)) ?? { label, center, state: stateOf(label.slice(-2)) }
}

async function firstChoiceZip(ctx: CustomerContext): Promise<string | undefined> {
  const [address] = await ctx.db
    .select({ zip: addresses.zip })
    .from(addresses)
    .where(eq(addresses.customerId, ctx.actor.userId))
    .orderBy(desc(addresses.isFirstChoice), addresses.id)
    .limit(1)
  return address?.zip
}

async function placeOfZip(ctx: CustomerContext, zip: string): Promise<EstimatePlace | null> {
  const found = await findZip(ctx.db, zip)
  return found && { label: zip, center: { lat: found.lat, lng: found.lng }, state: stateOf(found.state) }
}

const stateOf = (code: string) => (isStateCode(code) ? code : null)
