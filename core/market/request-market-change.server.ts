import { and, eq, isNull } from "drizzle-orm"
import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { zipOfAddress } from "#core/places/find-zip.server.ts"
import type { Transaction } from "#db/client.ts"
import { marketChanges } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { lockOwnMarket } from "./lock-market.server.ts"
import { type ChangeKind, changesNothing, KIND_WORDS, type MarketChange } from "./market-changes.ts"

/**
 * Requests another name, address or time zone for the seller's own market. The current one stays until an admin
 * approves; a pending request of the same kind is replaced. A request for the current value only withdraws the pending
 * one. Returns which of the two happened. Throws `invalid` if nothing would change, and for a zip that does not exist
 * or lies in another state.
 */
export function requestMarketChange(
  ctx: SellerContext,
  change: MarketChange,
): Promise<"requested" | "taken back"> {
  const { kind } = change
  return transaction(ctx.db, async (tx) => {
    const market = await lockOwnMarket(ctx, tx)
    if (kind === "address") await zipOfAddress(tx, change.wanted)
    const hasWaited = await takeBack(ctx, tx, market.id, kind)
    const isThereAlready = changesNothing(change, market)
    if (isThereAlready && !hasWaited)
      throw new DomainError("invalid", `That's already your market's ${KIND_WORDS[kind]}.`, kind)
    if (!isThereAlready)
      await tx.insert(marketChanges).values({ marketId: market.id, ...change, createdAt: ctx.now() })
    await emit(tx, "market.changeRequested", { userId: ctx.actor.userId })
    return isThereAlready ? "taken back" : "requested"
  })
}

/** Withdraws the pending change; changes nothing if there is none. */
export async function withdrawMarketChange(ctx: SellerContext, kind: ChangeKind): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { id } = await lockOwnMarket(ctx, tx)
    await takeBack(ctx, tx, id, kind)
    await emit(tx, "market.changeRequested", { userId: ctx.actor.userId })
  })
}

/** Returns whether a change was pending. */
async function takeBack(ctx: SellerContext, tx: Transaction, marketId: string, kind: ChangeKind) {
  const taken = await tx
    .update(marketChanges)
    .set({ decision: "withdrawn", decidedAt: ctx.now() })
    .where(
      and(
        eq(marketChanges.marketId, marketId),
        eq(marketChanges.kind, kind),
        isNull(marketChanges.decidedAt),
      ),
    )
    .returning({ id: marketChanges.id })
  return taken.length > 0
}
