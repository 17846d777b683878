import { and, eq, sql } from "drizzle-orm"
import type { Executor, Transaction } from "#db/client.ts"
import { markets } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import type { SellerContext } from "../context.ts"
import { DomainError, notFound } from "../errors.ts"
import type { ImageAddress } from "../ports/images.ts"

/** The facts at the top of every page about a market. */
export type MarketHeader = {
  id: string
  name: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  weekdayHours: string
  saturdayHours: string
  sundayHours: string
}

export const marketHeader = {
  id: markets.id,
  name: markets.name,
  address: markets.address,
  city: markets.city,
  state: markets.state,
  zip: markets.zip,
  phone: markets.phone,
  weekdayHours: markets.weekdayHours,
  saturdayHours: markets.saturdayHours,
  sundayHours: markets.sundayHours,
}

/**
 * Condition: a market may sell now. Written without a parameter, as the indexes of listed markets have it: with one,
 * PostgreSQL could not use them in a cached plan.
 */
export const listed = sql`${markets.canSell}`

/** A market that may sell now; undefined if it may not, or does not exist. */
export async function findListed(
  db: Executor,
  marketId: string,
): Promise<{ id: string; name: string } | undefined> {
  const [market] = await db
    .select({ id: markets.id, name: markets.name })
    .from(markets)
    .where(and(eq(markets.id, marketId), listed))
  return market
}

/** The address of a market's first visible photo; null if there is none. For queries of `markets`. */
export const coverPhoto = sql<ImageAddress | null>`(
  select json_build_object('container', i.container, 'name', i.name)
  from market_photos p join images i on i.id = p.image_id
  where p.market_id = markets.id and i.deleted_at is null and i.status <> 'failed'
  order by p.position, i.id limit 1)`

/** Whether a market is a favorite of the customer in the placeholder `customerId`, which may be null. */
export const isFavorite = sql<boolean>`exists (
  select 1 from favorites f
  where f.market_id = markets.id and f.customer_id = ${sql.placeholder("customerId")}::uuid)`

/** Whether that customer requested a notification for when the market takes orders again. */
export const hasOpeningAlert = sql<boolean>`exists (
  select 1 from opening_alerts a
  where a.market_id = markets.id and a.customer_id = ${sql.placeholder("customerId")}::uuid)`

/**
 * Locks the seller's market, so that it stays able to list until the transaction ends. Every command that lists a
 * product calls it. Throws `not_allowed` while approval, the payout account or the subscription is missing.
 */
export async function lockSellingMarket(ctx: SellerContext, tx: Transaction): Promise<void> {
  const [market] = await tx
    .select({ canSell: markets.canSell })
    .from(markets)
    .where(eq(markets.id, ctx.actor.marketId))
    .for("share")
  if (!market) throw notFound("Your market")
  if (!market.canSell) {
    throw new DomainError(
      "not_allowed",
      "You can list products once your market is approved, connected with Stripe and subscribed.",
    )
  }
}

/** Whether the seller's market may list products now, for pages that offer it. */
export async function mayList(ctx: SellerContext): Promise<boolean> {
  const [market] = await ctx.db
    .select({ canSell: markets.canSell })
    .from(markets)
    .where(eq(markets.id, ctx.actor.marketId))
  return market?.canSell ?? false
}

/** Rejects a seller whose market may not list now, before they fill in a form. Throws `not_allowed`. */
export async function requireSellingMarket(ctx: SellerContext): Promise<void> {
  await transaction(ctx.db, (tx) => lockSellingMarket(ctx, tx))
}
