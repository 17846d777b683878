import { hoursText } from "#core/catalog/hours.ts"
import type { Context } from "#core/context.ts"
import { emit } from "#core/outbox.server.ts"
import { zipOfAddress } from "#core/places/find-zip.server.ts"
import type { Transaction } from "#db/client.ts"
import { markets } from "#db/schema/index.ts"
import { registerFromDraft } from "./register-from-draft.server.ts"
import { SELLER_FILES, type SellerRegistration, sellerRegistration } from "./registration-inputs.ts"

export type SellerImages = Record<keyof typeof SELLER_FILES, string>

/** Finishes the seller's wizard. Throws as `registerFromDraft` does. */
export function registerSeller(ctx: Context, secret: string | null) {
  return registerFromDraft(
    ctx,
    {
      kind: "seller",
      schema: sellerRegistration,
      files: Object.keys(SELLER_FILES) as (keyof typeof SELLER_FILES)[],
      addProfile: (tx, userId, values, images) => addMarket(ctx, tx, userId, values, images),
    },
    secret,
  )
}

/**
 * Adds the market of a new seller, at the centre of its zip until a job has found the street. Hours are kept as
 * entered. Throws `invalid` for a zip that is none or in another state.
 */
export async function addMarket(
  ctx: Context,
  tx: Transaction,
  userId: string,
  values: SellerRegistration,
  images: SellerImages,
): Promise<void> {
  const zip = await zipOfAddress(tx, values)
  await tx.insert(markets).values({
    userId,
    firstName: values.firstName,
    lastName: values.lastName,
    name: values.marketName,
    address: values.address,
    city: values.city,
    state: values.state,
    zip: values.zip,
    phone: values.phone,
    weekdayHours: hoursText(values.weekdayOpen, values.weekdayClose),
    saturdayHours: hoursText(values.saturdayOpen, values.saturdayClose),
    sundayHours: hoursText(values.sundayOpen, values.sundayClose),
    timeZone: zip.timeZone,
    lat: zip.lat,
    lng: zip.lng,
    positionSource: "zip",
    ownerPhotoId: images.id,
    marketPhotoId: images.pictureOfMarket,
    certificateId: images.certificate,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  })
  await emit(tx, "market.registered", { userId })
}
