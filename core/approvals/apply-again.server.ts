import { and, eq, inArray } from "drizzle-orm"
import { DomainError } from "#core/errors.ts"
import { imageDigest, type KeptImage, keepImage, ofMember } from "#core/images/keep-image.server.ts"
import { saveImage } from "#core/images/save-image.server.ts"
import { viewOwnImages } from "#core/images/view-own-images.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { PayoutContext } from "#core/payouts/connect-account.server.ts"
import { FILE_REQUIRED } from "#core/registration/complete-draft.server.ts"
import { fileFault, sameImageFaults, throwFaults } from "#core/registration/image-faults.ts"
import { type DocumentName, SELLER_FILES } from "#core/registration/registration-inputs.ts"
import type { Executor } from "#db/client.ts"
import { couriers, images, markets } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"

/**
 * An image of an application: its field's name in the specification, the URL of the stored image for the applicant, and
 * whether that image is gone and has to be sent again.
 */
export type ApplicantDocument = { field: DocumentName; url: string | null; isGone: boolean }

/** The uploaded images, by field. */
export type Documents = Partial<Record<DocumentName, Uint8Array>>

export type DeniedApplication = {
  reason: string
  /** The person used to be approved. */
  wasApproved: boolean
  documents: ApplicantDocument[]
}

/**
 * Sends a denied application again, with new images, for another decision. Images that are not sent stay unchanged. A
 * second request finds nothing to do. Throws `invalid` with a message for each field whose file is not an image, is too
 * large or was sent twice, or whose image is gone and was not sent again; also when no image was sent.
 */
export async function applyAgain(ctx: PayoutContext, uploads: Readonly<Documents>): Promise<void> {
  const application = await viewDeniedApplication(ctx)
  if (!application) return
  const kept = await keepDocuments(ctx, application, uploads)
  try {
    if (!(await handIn(ctx, kept))) await forget(ctx, kept)
  } catch (error) {
    await forget(ctx, kept)
    throw error
  }
}

/**
 * Returns a denied application with the fields to send again; null unless the person's application is currently denied.
 */
export async function viewDeniedApplication(ctx: PayoutContext): Promise<DeniedApplication | null> {
  const denied = await deniedOf(ctx.db, ctx)
  if (!denied) return null
  const ids = Object.values(denied.documents).filter((id) => id !== null)
  const urls = await viewOwnImages(ctx, ids)
  const fields = Object.entries(denied.documents) as [DocumentName, string | null][]
  const documents = fields.map(([field, id]) => {
    const url = urls.get(id ?? "") ?? null
    return { field, url, isGone: url === null }
  })
  return { reason: denied.reason, wasApproved: denied.wasApproved, documents }
}

type KeptDocuments = [DocumentName, KeptImage][]

async function keepDocuments(
  ctx: PayoutContext,
  { documents }: DeniedApplication,
  uploads: Readonly<Documents>,
): Promise<KeptDocuments> {
  const kept: KeptDocuments = []
  const faults: Record<string, string> = {}
  const same = sameImageFaults(
    documents.map(({ field }) => [field, uploads[field] && imageDigest(uploads[field])] as const),
  )
  for (const { field, isGone } of documents) {
    const upload = uploads[field]
    if (same[field]) faults[field] = same[field]
    else if (upload)
      try {
        kept.push([field, await keepImage(ctx, SELLER_FILES[field], upload, ofMember(ctx))])
      } catch (error) {
        faults[field] = fileFault(error)
      }
    else if (isGone) faults[field] = FILE_REQUIRED
  }
  if (kept.length === 0 && Object.keys(faults).length === 0) {
    const [only, ...others] = documents
    if (others.length > 0) throw new DomainError("invalid", "Choose at least one new photo.")
    if (only) faults[only.field] = FILE_REQUIRED
  }
  if (Object.keys(faults).length > 0) await forget(ctx, kept)
  throwFaults(faults)
  return kept
}

/** Returns false if the application is no longer denied: another tab was first, or an admin changed the decision. */
function handIn(ctx: PayoutContext, kept: KeptDocuments): Promise<boolean> {
  const { role, userId } = ctx.actor
  const table = role === "seller" ? markets : couriers
  return transaction(ctx.db, async (tx) => {
    await tx.select({ userId: table.userId }).from(table).where(eq(table.userId, userId)).for("no key update")
    const denied = await deniedOf(tx, ctx)
    if (!denied) return false
    const documents = { ...denied.documents }
    for (const [field, image] of kept) documents[field] = await saveImage(tx, image, { ownerId: userId })
    const ids = (all: typeof documents) => Object.values(all).filter((id) => id !== null)
    await tx
      .update(images)
      .set({ deleteAfter: null })
      .where(inArray(images.id, ids(documents)))
    const replaced = ids(denied.documents).filter((id) => !ids(documents).includes(id))
    await tx.update(images).set({ deleteAfter: ctx.now() }).where(inArray(images.id, replaced))
    const undecided = {
      approval: "waiting" as const,
      denialReason: null,
      wasApproved: false,
      decidedAt: null,
      decidedBy: null,
    }
    const { id = null, certificate = null, pictureOfMarket = null } = documents
    if (role === "seller")
      await tx
        .update(markets)
        .set({ ...undecided, ownerPhotoId: id, certificateId: certificate, marketPhotoId: pictureOfMarket })
        .where(eq(markets.userId, userId))
    else
      await tx
        .update(couriers)
        .set({ ...undecided, photoId: id })
        .where(eq(couriers.userId, userId))
    await emit(tx, "person.appliedAgain", { userId, role })
    return true
  })
}

type Denied = {
  reason: string
  wasApproved: boolean
  documents: Partial<Record<DocumentName, string | null>>
}

async function deniedOf(
  executor: Executor,
  { actor: { role, userId } }: PayoutContext,
): Promise<Denied | null> {
  const [row] =
    role === "seller"
      ? await executor
          .select({
            reason: markets.denialReason,
            wasApproved: markets.wasApproved,
            documents: {
              id: markets.ownerPhotoId,
              pictureOfMarket: markets.marketPhotoId,
              certificate: markets.certificateId,
            },
          })
          .from(markets)
          .where(and(eq(markets.userId, userId), eq(markets.approval, "denied")))
      : await executor
          .select({
            reason: couriers.denialReason,
            wasApproved: couriers.wasApproved,
            documents: { id: couriers.photoId },
          })
          .from(couriers)
          .where(and(eq(couriers.userId, userId), eq(couriers.approval, "denied")))
  return row ? { ...row, reason: row.reason ?? "" } : null
}

/** Deletes stored images that are not attached to anything. */
async function forget(ctx: PayoutContext, kept: KeptDocuments): Promise<void> {
  for (const [, { container, name }] of kept) await ctx.ports.images.remove({ container, name })
}
