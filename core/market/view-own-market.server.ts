import { and, asc, desc, eq, isNull, ne, or } from "drizzle-orm"
import type { SellerContext } from "#core/context.ts"
import { DAY_MS } from "#core/durations.ts"
import { notFound } from "#core/errors.ts"
import type { ImageAddress } from "#core/ports/images.ts"
import type { Executor } from "#db/client.ts"
import { images, marketChanges, marketPhotos, markets } from "#db/schema/index.ts"
import type { ChangeKind } from "./market-changes.ts"

/** A denial is shown until the seller's next request, and no longer than this. */
const SHOW_DENIAL_DAYS = 30

/** Everything that `/my-market` shows of the seller's own market. Throws `not_found`. */
export async function viewOwnMarket(ctx: SellerContext) {
  const [market] = await ctx.db.select(columns).from(markets).where(eq(markets.id, ctx.actor.marketId))
  if (!market) throw notFound("Your market")
  const { marketPhotoId, ...facts } = market
  const photos = await photosOf(ctx.db, market.id)
  const isShown = photos.some(({ id }) => id === marketPhotoId)
  return {
    market: facts,
    /** The page shows the time in the market's time zone. */
    now: ctx.now(),
    changes: {
      name: await latestChange(ctx, market.id, "name"),
      address: await latestChange(ctx, market.id, "address"),
      timeZone: await latestChange(ctx, market.id, "timeZone"),
    },
    photos,
    /** The photo of the application, until the seller publishes it. */
    unconfirmedPhoto: marketPhotoId && !isShown ? await storedImage(ctx.db, marketPhotoId) : null,
  }
}

export type OwnMarket = Awaited<ReturnType<typeof viewOwnMarket>>

const columns = {
  id: markets.id,
  name: markets.name,
  story: markets.story,
  address: markets.address,
  city: markets.city,
  state: markets.state,
  zip: markets.zip,
  phone: markets.phone,
  website: markets.website,
  weekdayHours: markets.weekdayHours,
  saturdayHours: markets.saturdayHours,
  sundayHours: markets.sundayHours,
  positionSource: markets.positionSource,
  timeZone: markets.timeZone,
  canSell: markets.canSell,
  acceptsSnap: markets.acceptsSnap,
  acceptsWic: markets.acceptsWic,
  acceptsMarketChecks: markets.acceptsMarketChecks,
  marketPhotoId: markets.marketPhotoId,
}

export type MarketPhoto = { id: string; image: ImageAddress }

/** The photos that customers see, the cover first. */
export async function photosOf(db: Executor, marketId: string): Promise<MarketPhoto[]> {
  const rows = await db
    .select({ id: images.id, container: images.container, name: images.name })
    .from(marketPhotos)
    .innerJoin(images, eq(images.id, marketPhotos.imageId))
    .where(and(eq(marketPhotos.marketId, marketId), isNull(images.deletedAt), ne(images.status, "failed")))
    .orderBy(asc(marketPhotos.position), asc(images.id))
  return rows.map(({ id, ...image }) => ({ id, image }))
}

async function storedImage(db: Executor, id: string): Promise<MarketPhoto | null> {
  const [image] = await db
    .select({ container: images.container, name: images.name })
    .from(images)
    .where(and(eq(images.id, id), isNull(images.deletedAt), ne(images.status, "failed")))
  return image ? { id, image } : null
}

/** The pending or recently denied change; null if there is neither. */
async function latestChange(ctx: SellerContext, marketId: string, kind: ChangeKind) {
  const [change] = await ctx.db
    .select({
      wanted: marketChanges.wanted,
      decision: marketChanges.decision,
      reason: marketChanges.reason,
      decidedAt: marketChanges.decidedAt,
      createdAt: marketChanges.createdAt,
    })
    .from(marketChanges)
    .where(
      and(
        eq(marketChanges.marketId, marketId),
        eq(marketChanges.kind, kind),
        or(isNull(marketChanges.decision), ne(marketChanges.decision, "withdrawn")),
      ),
    )
    .orderBy(desc(marketChanges.id))
    .limit(1)
  if (!change || change.decision === "approved") return null
  const { decision, decidedAt, ...rest } = change
  const oldest = ctx.now().getTime() - SHOW_DENIAL_DAYS * DAY_MS
  if (decidedAt && decidedAt.getTime() < oldest) return null
  return { ...rest, isDenied: decision === "denied" }
}
