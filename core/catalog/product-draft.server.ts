import { inArray } from "drizzle-orm"
import {
  beginDraft,
  type DraftKey,
  deleteDraft,
  draftExpiry,
  expireDraftImages,
  findDraft,
  lockDraft,
  writeDraft,
} from "#core/drafts/drafts.server.ts"
import { DAY_MS } from "#core/durations.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { images } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { SellerContext } from "../context.ts"
import { lockSellingMarket } from "./market-queries.server.ts"
import { type ProductAnswers, type SizeEntry, sizesOffered } from "./product-steps.ts"

/** A draft expires this long after its last change. */
const DRAFT_DAYS = 14

export type DraftImage = {
  imageId: string
  container: string
  name: string
  status: "processing" | "ready" | "failed"
}

/** A product that is not listed yet. Each seller has one draft, on the server: every tab and every reload shows it. */
export type ProductDraft = {
  id: string
  answers: ProductAnswers
  sizes: SizeEntry[]
  images: DraftImage[]
}

/** The stored data of a draft: images by their ids, in order. */
export type DraftData = { answers: ProductAnswers; sizes: SizeEntry[]; imageIds: string[] }

/** The seller's draft; null if there is none or it has expired. */
export async function readProductDraft(ctx: SellerContext): Promise<ProductDraft | null> {
  const draft = await findDraft(ctx.db, ctx.now(), own(ctx))
  if (!draft) return null
  const { answers, sizes, imageIds } = draft.data
  return { id: draft.id, answers, sizes, images: await imagesOf(ctx.db, imageIds) }
}

/**
 * Changes the seller's draft, or creates one; concurrent changes are serialized. Throws `not_allowed` while the market
 * may not sell.
 */
export async function changeDraft(
  ctx: SellerContext,
  tx: Transaction,
  change: (data: DraftData) => DraftData,
): Promise<void> {
  await lockSellingMarket(ctx, tx)
  const expiresAt = draftExpiry(ctx.now(), PRODUCT_DRAFT)
  const draft = (await lockProductDraft(ctx, tx)) ?? (await beginDraft(tx, ctx.now(), own(ctx)))
  const data = withAllowedSizes(change(draft.data))
  await writeDraft(tx, draft.id, { data, expiresAt })
  await expireDraftImages(tx, data.imageIds, expiresAt)
}

/** Locks the draft until the transaction ends; null if there is none. */
export const lockProductDraft = (ctx: SellerContext, tx: Transaction) => lockDraft(tx, ctx.now(), own(ctx))

/** Deletes the seller's draft and its images. */
export async function discardProductDraft(ctx: SellerContext): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const draft = await lockProductDraft(ctx, tx)
    if (!draft) return
    await expireDraftImages(tx, draft.data.imageIds, ctx.now())
    await deleteDraft(tx, draft.id)
  })
}

/** The images with these ids, in this order, whatever their status; ids of deleted rows are left out. */
export async function imagesOf(db: Executor, imageIds: readonly string[]): Promise<DraftImage[]> {
  if (imageIds.length === 0) return []
  const rows = await db
    .select({ imageId: images.id, container: images.container, name: images.name, status: images.status })
    .from(images)
    .where(inArray(images.id, [...imageIds]))
  return imageIds.flatMap((id) => rows.filter((row) => row.imageId === id))
}

const PRODUCT_DRAFT = {
  kind: "product",
  keptMs: DRAFT_DAYS * DAY_MS,
  read: ({ answers = {}, sizes = [], imageIds = [] }: Partial<DraftData>): DraftData => ({
    answers,
    sizes,
    imageIds,
  }),
} as const

/** The seller is signed in, so the draft needs no secret: this only names it. */
const own = ({ actor: { userId } }: SellerContext): DraftKey<DraftData> => ({
  kind: PRODUCT_DRAFT,
  name: `product of ${userId}`,
  userId,
})

/** Removes listed sizes that are not offered for a changed section, gender or age. */
function withAllowedSizes(data: DraftData): DraftData {
  const offered = sizesOffered(data.answers)
  return { ...data, sizes: data.sizes.filter((one) => offered.includes(one.size)) }
}
