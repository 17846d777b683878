import { hoursText } from "#core/catalog/hours.ts"
import type { Context } from "#core/context.ts"
import { once } from "#core/idempotency.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { zipOfAddress } from "#core/places/find-zip.server.ts"
import type { Transaction } from "#db/client.ts"
import type { decisionColumns, payoutAccountColumns } from "#db/schema/columns.ts"
import { marketPhotos, markets } from "#db/schema/index.ts"
import type { Whole } from "#db/whole-row.ts"
import { addRole } from "./add-role.server.ts"
import { completeDraft, finishOnce } from "./complete-draft.server.ts"
import { finishDraft } from "./drafts.server.ts"
import { SELLER_FILES, type SellerRegistration, sellerRegistration } from "./registration-inputs.ts"

export type SellerImages = Record<keyof typeof SELLER_FILES, string>

/**
 * Finishes the seller's wizard: creates a person with a market from its draft, once.
 * @throws `invalid` when the draft expired, lacks an answer or has one image twice; `duplicate_email`, which leaves the
 * draft unchanged.
 */
export async function registerSeller(ctx: Context, secret: string | null) {
  const owner = { kind: "seller", secret } as const
  return once(ctx, finishOnce(owner), async (tx) => {
    const wanted = { answers: sellerRegistration, files: SELLER_FILES }
    const { draft, values, passwordHash, images } = await completeDraft(tx, ctx.now(), owner, wanted)
    const { firstName, lastName, email } = values
    const person = await addRole(ctx, tx, { role: "seller", firstName, lastName, email, passwordHash })
    await addMarket(ctx, tx, person.userId, values, images)
    await finishDraft(tx, draft, person.userId)
    return person
  })
}

/** Decisions, the payout account, the subscription and the seller's texts about the market are added later. */
type NewMarket = Whole<
  typeof markets.$inferInsert,
  | keyof ReturnType<typeof decisionColumns>
  | keyof ReturnType<typeof payoutAccountColumns>
  | "id"
  | "timeZoneSource"
  | "placeId"
  | "website"
  | "story"
  | "productDescription"
  | "acceptsSnap"
  | "acceptsWic"
  | "acceptsMarketChecks"
  | "eveningEmailHour"
  | "eveningEmailDay"
  | "stripeCustomerId"
  | "stripeSubscriptionId"
  | "subscription"
  | "subscriptionCheckedAt"
>

/**
 * Adds the market of a new seller, at the center of its zip until a job has found the street. Hours are stored as
 * entered; customers see its photo, as the form says. Throws `invalid` for a zip that does not exist or is in another
 * state.
 */
export async function addMarket(
  ctx: Context,
  tx: Transaction,
  userId: string,
  values: SellerRegistration,
  images: SellerImages,
): Promise<void> {
  const zip = await zipOfAddress(tx, values)
  const [market] = await tx
    .insert(markets)
    .values({
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
    } satisfies NewMarket)
    .returning({ id: markets.id })
  if (!market) throw new Error("A market was not written.")
  await tx.insert(marketPhotos).values({ marketId: market.id, imageId: images.pictureOfMarket, position: 0 })
  await emit(tx, "market.registered", { userId })
}
