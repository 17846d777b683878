import { orRejection } from "#app/forms/or-not-found.ts"
import { readHomeSearch } from "#app/home/home-search.ts"
import type { Context } from "#core/context.ts"
import { findPlace, type Place } from "#core/places/find-place.server.ts"
import { readShopCookie } from "./shop-cookies.ts"

/** The customer's place: from the query parameters, otherwise from their last search. */
export async function customerPlace(ctx: Context, request: Request): Promise<Place | null> {
  const { searchParams } = new URL(request.url)
  const { zip, near } = readHomeSearch(searchParams, readShopCookie(request, "place"))
  if (near) return { label: "you", center: near, others: [] }
  if (!zip) return null
  return (await orRejection("zip", findPlace(ctx, zip))).found
}
