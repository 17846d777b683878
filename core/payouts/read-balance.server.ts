import { and, eq, sql } from "drizzle-orm"
import { type Cents, cents, subtract } from "#core/money.ts"
import { earnedOf } from "#core/payments/book-refund.server.ts"
import type { PayoutAccountOwner } from "#core/ports/connected-accounts.ts"
import type { Executor } from "#db/client.ts"
import { ledgerEntries, transfers } from "#db/schema/index.ts"
import type { PayoutContext } from "./connect-account.server.ts"

export type Balance = {
  /** Earned, but the order is not fulfilled yet or the money is not at the connected account yet. */
  readonly pendingCents: Cents
  /** At the connected account and not paid out; negative if the money was paid out and then taken back. */
  readonly availableCents: Cents
}

/** The balance of the person who is signed in, as both dashboards and the payout page show it. */
export const readBalance = (ctx: PayoutContext): Promise<Balance> => balanceOf(ctx.db, ctx.actor, ctx.now())

/**
 * Computes the balance from the ledger. Everything that was earned and not paid out is pending or available; available
 * is the total of transfers to the connected account less payouts. Money that a refund or a customer's bank took back
 * cannot be paid out, whether or not the transfer has been reversed yet.
 */
export async function balanceOf(db: Executor, owner: PayoutAccountOwner, now: Date): Promise<Balance> {
  const mine = and(eq(ledgerEntries.userId, owner.userId), eq(ledgerEntries.party, owner.role))
  const [booked] = await db
    .select({
      all: sql`coalesce(sum(${ledgerEntries.amountCents}), 0)`.mapWith(Number),
      paidOut:
        sql`coalesce(sum(${ledgerEntries.amountCents}) filter (where ${ledgerEntries.kind} in ('payout', 'payout_returned')), 0)`.mapWith(
          Number,
        ),
    })
    .from(ledgerEntries)
    .where(mine)
  const [arrived] = await db
    .select({
      cents:
        sql`coalesce(sum(least(${transfers.amountCents} - ${transfers.reversedCents}, greatest(0, ${earnedOf()}))), 0)`.mapWith(
          Number,
        ),
    })
    .from(transfers)
    .where(
      and(
        eq(transfers.userId, owner.userId),
        eq(transfers.party, owner.role),
        eq(transfers.status, "sent"),
        sql`${transfers.availableAt} <= ${now.toISOString()}::timestamptz`,
      ),
    )
  const availableCents = cents((arrived?.cents ?? 0) + (booked?.paidOut ?? 0))
  return { availableCents, pendingCents: subtract(cents(booked?.all ?? 0), availableCents) }
}
