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
 * Asks for another name, address or time zone of the seller's own market. The old one holds until an admin approves;
 * what waits already is replaced. What is asked for is there already: then only what waits is taken back. Answers which of
 * both it did. Throws `invalid` where there is nothing to do, and for a zip that is none or in another state.
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
      throw new DomainError("invalid", `That is your market's ${KIND_WORDS[kind]} already.`, kind)
    if (!isThereAlready)
      await tx.insert(marketChanges).values({ marketId: market.id, ...change, createdAt: ctx.now() })
    await emit(tx, "market.changeRequested", { userId: ctx.actor.userId })
    return isThereAlready ? "taken back" : "requested"
  })
}

/** Withdraws the change that is pending; nothing happens where none is. */
export async function withdrawMarketChange(ctx: SellerContext, kind: ChangeKind): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { id } = await lockOwnMarket(ctx, tx)
    await takeBack(ctx, tx, id, kind)
    await emit(tx, "market.changeRequested", { userId: ctx.actor.userId })
  })
}

/** Whether something waited. */
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
