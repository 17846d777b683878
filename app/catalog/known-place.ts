import { askOrRejection } from "#app/forms/ask.ts"
import { readHomeSearch } from "#app/home/home-search.ts"
import type { Context } from "#core/context.ts"
import { findPlace, type Place } from "#core/places/find-place.server.ts"
import { remembered } from "./remembered.ts"

/** Where a customer is, as far as they have said: in the address, else when they last searched. */
export async function knownPlace(ctx: Context, request: Request): Promise<Place | null> {
  const { searchParams } = new URL(request.url)
  const { zip, near } = readHomeSearch(searchParams, remembered(request, "place"))
  if (near) return { label: "you", center: near, others: [] }
  if (!zip) return null
  return (await askOrRejection("zip", findPlace(ctx, zip))).found
}
