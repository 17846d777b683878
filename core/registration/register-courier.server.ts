import type { Context } from "#core/context.ts"
import { once } from "#core/idempotency.server.ts"
import { zipOfAddress } from "#core/places/find-zip.server.ts"
import type { Transaction } from "#db/client.ts"
import type { decisionColumns, payoutAccountColumns } from "#db/schema/columns.ts"
import { couriers } from "#db/schema/index.ts"
import type { Whole } from "#db/whole-row.ts"
import { addRole } from "./add-role.server.ts"
import { completeDraft, finishOnce } from "./complete-draft.server.ts"
import { finishDraft } from "./drafts.server.ts"
import { COURIER_FILES, type CourierRegistration, courierRegistration } from "./registration-inputs.ts"

/**
 * Finishes the courier's wizard: creates a person with a profile from its draft, once. Throws what `registerSeller`
 * throws.
 */
export async function registerCourier(ctx: Context, secret: string | null) {
  const owner = { kind: "deliverer", secret } as const
  return once(ctx, finishOnce(owner), async (tx) => {
    const wanted = { answers: courierRegistration, files: COURIER_FILES }
    const { draft, values, passwordHash, images } = await completeDraft(tx, ctx.now(), owner, wanted)
    const { firstName, lastName, email } = values
    const person = await addRole(ctx, tx, {
      role: "deliverer",
      firstName,
      lastName,
      email,
      passwordHash,
    })
    await addCourier(ctx, tx, person.userId, values, images.id)
    await finishDraft(tx, draft, person.userId)
    return person
  })
}

/** Decisions and the payout account are added later. */
type NewCourier = Whole<
  typeof couriers.$inferInsert,
  keyof ReturnType<typeof decisionColumns> | keyof ReturnType<typeof payoutAccountColumns> | "placeId"
>

/**
 * Adds the profile of a new courier, at the center of their zip: near enough to find orders within 25 miles until the
 * phone sends a position. Throws `invalid` for a zip that does not exist or is in another state.
 */
async function addCourier(
  ctx: Context,
  tx: Transaction,
  userId: string,
  values: CourierRegistration,
  photoId: string,
): Promise<void> {
  const zip = await zipOfAddress(tx, values)
  await tx.insert(couriers).values({
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
  } satisfies NewCourier)
}
