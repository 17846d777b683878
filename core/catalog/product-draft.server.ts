import { and, eq, gt, inArray, sql } from "drizzle-orm"
import { DAY_MS } from "#core/durations.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { drafts, images } from "#db/schema/index.ts"
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
  const [row] = await ctx.db.select().from(drafts).where(own(ctx))
  if (!row) return null
  const { answers, sizes, imageIds } = readData(row.data)
  const photos = await imagesOf(ctx.db, imageIds)
  return { id: row.id, answers, sizes, images: photos }
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
  const expiresAt = new Date(ctx.now().getTime() + DRAFT_DAYS * DAY_MS)
  const draft = (await lockDraft(ctx, tx)) ?? (await beginDraft(ctx, tx, expiresAt))
  const data = withAllowedSizes(change(draft.data))
  await tx.update(drafts).set({ data, expiresAt }).where(eq(drafts.id, draft.id))
  if (data.imageIds.length > 0)
    await tx.update(images).set({ deleteAfter: expiresAt }).where(inArray(images.id, data.imageIds))
}

/** Locks the draft until the transaction ends; null if there is none. */
export async function lockDraft(
  ctx: SellerContext,
  tx: Transaction,
): Promise<{ id: string; data: DraftData } | null> {
  const [row] = await tx.select().from(drafts).where(own(ctx)).for("update")
  return row ? { id: row.id, data: readData(row.data) } : null
}

/** Deletes the seller's draft and its images. */
export async function discardProductDraft(ctx: SellerContext): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const draft = await lockDraft(ctx, tx)
    if (!draft) return
    if (draft.data.imageIds.length > 0)
      await tx.update(images).set({ deleteAfter: ctx.now() }).where(inArray(images.id, draft.data.imageIds))
    await tx.delete(drafts).where(eq(drafts.id, draft.id))
  })
}

export async function imagesOf(db: Executor, imageIds: readonly string[]): Promise<DraftImage[]> {
  if (imageIds.length === 0) return []
  const rows = await db
    .select({ imageId: images.id, container: images.container, name: images.name, status: images.status })
    .from(images)
    .where(inArray(images.id, [...imageIds]))
  return imageIds.flatMap((id) => rows.filter((row) => row.imageId === id))
}

/** The seller is signed in, so the draft needs no secret: this only names it. */
const nameOf = (ctx: SellerContext) => `product of ${ctx.actor.userId}`

const own = (ctx: SellerContext) =>
  and(
    eq(drafts.secretHash, nameOf(ctx)),
    eq(drafts.userId, ctx.actor.userId),
    gt(drafts.expiresAt, ctx.now()),
  )

async function beginDraft(ctx: SellerContext, tx: Transaction, expiresAt: Date) {
  const data: DraftData = { answers: {}, sizes: [], imageIds: [] }
  const { userId } = ctx.actor
  // An expired draft that was not swept yet is replaced; for one that another tab has just created, the insert waits.
  const [row] = await tx
    .insert(drafts)
    .values({ kind: "product", userId, secretHash: nameOf(ctx), data, expiresAt, createdAt: ctx.now() })
    .onConflictDoUpdate({
      target: drafts.secretHash,
      set: {
        expiresAt,
        data: sql`case when ${drafts.expiresAt} > ${ctx.now()} then ${drafts.data} else '{}'::jsonb end`,
      },
    })
    .returning()
  if (!row) throw new Error("A draft was not written.")
  return { id: row.id, data: readData(row.data) }
}

function readData(data: Record<string, unknown>): DraftData {
  const { answers = {}, sizes = [], imageIds = [] } = data as Partial<DraftData>
  return { answers, sizes, imageIds }
}

/** Removes listed sizes that are not offered for a changed section, gender or age. */
function withAllowedSizes(data: DraftData): DraftData {
  const offered = sizesOffered(data.answers)
  return { ...data, sizes: data.sizes.filter((one) => offered.includes(one.size)) }
}
