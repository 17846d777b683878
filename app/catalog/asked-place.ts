import { askOrRejection } from "#app/forms/ask.ts"
import type { CustomerContext } from "#core/context.ts"
import { findPlace, type Place } from "#core/places/find-place.server.ts"
import { readNear } from "./near.ts"
import { remembered } from "./remembered.ts"

/** Where a page's customer is: the zip of its address, or what was searched for last; null where neither is a place. */
export async function askedPlace(
  ctx: CustomerContext,
  request: Request,
  params: URLSearchParams,
): Promise<Place | null> {
  const text = params.get("zip") || remembered(request, "place")
  if (!text) return null
  const near = readNear(text)
  if (near) return { label: "you", center: near, others: [] }
  return (await askOrRejection("zip", findPlace(ctx, text))).found
}
