import type { Context } from "#core/context.ts"
import { zipOfAddress } from "#core/places/find-zip.server.ts"
import type { Transaction } from "#db/client.ts"
import { deliverers } from "#db/schema/index.ts"
import { registerFromDraft } from "./register-from-draft.server.ts"
import { DELIVERER_FILES, type DelivererRegistration, delivererRegistration } from "./registration-inputs.ts"

/** Finishes the deliverer's wizard. Throws as `registerFromDraft` does. */
export function registerDeliverer(ctx: Context, secret: string | null) {
  return registerFromDraft(
    ctx,
    {
      kind: "deliverer",
      schema: delivererRegistration,
      files: Object.keys(DELIVERER_FILES) as (keyof typeof DELIVERER_FILES)[],
      addProfile: (tx, userId, values, images) => addDeliverer(ctx, tx, userId, values, images.id),
    },
    secret,
  )
}

/**
 * Adds the profile of a new deliverer, at the centre of their zip: near enough to find what waits within 25 miles
 * until the phone tells more. Throws `invalid` for a zip that is none or in another state.
 */
async function addDeliverer(
  ctx: Context,
  tx: Transaction,
  userId: string,
  values: DelivererRegistration,
  photoId: string,
): Promise<void> {
  const zip = await zipOfAddress(tx, values)
  await tx.insert(deliverers).values({
    userId,
    firstName: values.firstName,
    lastName: values.lastName,
    address: values.address,
    addressOne: values.addressOne,
    city: values.city,
    state: values.state,
    zip: values.zip,
    phone: values.phone,
    lat: zip.lat,
    lng: zip.lng,
    positionSource: "zip",
    photoId,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  })
}
