import { desc, eq } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
import { findPlace } from "#core/places/find-place.server.ts"
import { findZip } from "#core/places/find-zip.server.ts"
import { isStateCode } from "#core/places/states.ts"
import { zipField } from "#core/places/zip.ts"
import { addresses } from "#db/schema/index.ts"
import type { EstimatePlace } from "./estimate.ts"

/** The place that the customer last searched near. */
export type SearchedPlace = { zip: string; near: Coordinates | null }

/**
 * Where the cart will probably go: its last address, else the customer's first choice, else where they last searched;
 * null where nothing is known. Addresses count by their zip: nobody is asked for where they are exactly.
 */
export async function estimatePlace(
  ctx: CustomerContext,
  shipTo: { zip: string } | null,
  searched: SearchedPlace,
): Promise<EstimatePlace | null> {
  const zip = shipTo?.zip ?? (await firstChoiceZip(ctx))
  const known = zip ? await placeOfZip(ctx, zip) : null
  if (known) return known
  if (searched.near) return { label: "you", center: searched.near, state: null }
  return searched.zip ? placeOfText(ctx, searched.zip) : null
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

/** What was remembered may be no place any more. */
async function placeOfText(ctx: CustomerContext, text: string): Promise<EstimatePlace | null> {
  const { data: zip } = zipField.safeParse(text)
  if (zip) return placeOfZip(ctx, zip)
  try {
    const { label, center } = await findPlace(ctx, text)
    return { label, center, state: stateOf(label.slice(-2)) }
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

const stateOf = (code: string) => (isStateCode(code) ? code : null)
