import { and, eq, isNull } from "drizzle-orm"
import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { AdminContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { findZip, zipOfAddress } from "#core/places/find-zip.server.ts"
import type { Transaction } from "#db/client.ts"
import { marketChanges, markets } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { type LockedMarket, lockMarket } from "./lock-market.server.ts"
import { changeText, currentText, type MarketChange } from "./market-changes.ts"

export type ChangeDecision =
  | { changeId: string; approve: true }
  | { changeId: string; approve: false; reason: string }

/**
 * Approves or denies a name, address or time zone that a seller requested, and notifies the seller. An approved address
 * moves the market to its zip's center until a job has found the street; from then on, sales are taxed there. Hours and
 * windows follow an approved time zone; placed orders keep their instants. Throws `not_found`, and `already_decided` if
 * another admin decided first or the seller withdrew the request.
 */
export async function decideMarketChange(ctx: AdminContext, decision: ChangeDecision): Promise<void> {
  const { changeId, approve } = decision
  if (!isId(changeId)) throw notFound("This change")
  await transaction(ctx.db, async (tx) => {
    const market = await lockMarketOf(tx, changeId)
    const change = await closeChange(ctx, tx, decision)
    const before = currentText(change.kind, market)
    if (approve) await apply(ctx, tx, market, change.wanted)
    await recordAudit(ctx, tx, {
      action: approve ? "market.changeApproved" : "market.changeDenied",
      subjectType: "seller",
      subjectId: market.userId,
      details: {
        kind: change.kind,
        before,
        wanted: changeText(change.wanted),
        ...(decision.approve ? {} : { reason: decision.reason }),
      },
    })
    const isMoved = approve && change.kind === "address"
    await emit(tx, "market.changeDecided", { userId: market.userId, changeId, isMoved })
  })
}

/** Locks the market first, as the seller's commands do, so that nobody can replace the change before it is read. */
async function lockMarketOf(tx: Transaction, changeId: string) {
  const ofChange = tx
    .select({ id: marketChanges.marketId })
    .from(marketChanges)
    .where(eq(marketChanges.id, changeId))
  const market = await lockMarket(tx, eq(markets.id, ofChange))
  if (!market) throw notFound("This change")
  return market
}

async function closeChange(ctx: AdminContext, tx: Transaction, decision: ChangeDecision) {
  const [change] = await tx
    .update(marketChanges)
    .set({
      decision: decision.approve ? "approved" : "denied",
      reason: decision.approve ? null : decision.reason,
      decidedBy: ctx.actor.userId,
      decidedAt: ctx.now(),
    })
    .where(and(eq(marketChanges.id, decision.changeId), isNull(marketChanges.decidedAt)))
    .returning({ kind: marketChanges.kind, wanted: marketChanges.wanted })
  if (!change)
    throw new DomainError(
      "already_decided",
      "This request is no longer open: a colleague decided it, or the seller changed it.",
    )
  return change
}

type Wanted = MarketChange["wanted"]

async function apply(ctx: AdminContext, tx: Transaction, market: LockedMarket, wanted: Wanted) {
  await tx
    .update(markets)
    .set({ ...(await factsOf(tx, market, wanted)), updatedAt: ctx.now() })
    .where(eq(markets.id, market.id))
}

async function factsOf(tx: Transaction, market: LockedMarket, wanted: Wanted) {
  if ("name" in wanted) return wanted
  if ("timeZone" in wanted) return { timeZone: wanted.timeZone, timeZoneSource: "admin" as const }
  const { lat, lng, timeZone } = await zipOfAddress(tx, wanted)
  const before = await findZip(tx, market.zip)
  // A time zone that an admin corrected is kept if the new address is in the same zone of the zip table.
  const keepsZone = market.timeZoneSource === "admin" && before?.timeZone === timeZone
  return {
    ...wanted,
    lat,
    lng,
    ...(keepsZone ? {} : { timeZone, timeZoneSource: "zip" as const }),
    positionSource: "zip" as const,
    placeId: null,
  }
}
