import { and, asc, desc, eq, gt, isNull, lt, lte, max, sql } from "drizzle-orm"
import type { Context, CustomerContext, SystemContext } from "#core/context.ts"
import { DAY_MS, MINUTE_MS } from "#core/durations.ts"
import { DomainError } from "#core/errors.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import type { Transaction } from "#db/client.ts"
import { deleteInBatches } from "#db/in-batches.ts"
import { checkouts } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { isUnserved, tryToCancelPayment } from "./cancel-payment.server.ts"
import { holdUntil } from "./checkout.ts"
import {
  type CheckoutRow,
  findLiveCheckout,
  isLive,
  lockCheckout,
  lockLiveCheckout,
  returnStock,
} from "./checkout-queries.server.ts"
import { completeCheckout } from "./complete-checkout.server.ts"
import { moveCheckout } from "./move-checkout.server.ts"
import { freeSlots, slotsOf } from "./slots.server.ts"

/** Unpaid holds count for one day. */
const REMEMBERED_MS = DAY_MS
/** So many unpaid holds in a row make the next one short. After one more, others have their turn first. */
const UNPAID_IN_A_ROW = 2

/**
 * When a new hold of the customer ends for good, so that nobody keeps stock from others without paying. The caller
 * holds the customer's cart. Throws `rate_limited` where a short hold has just ended unpaid as well.
 */
export async function endOfNewHold(ctx: CustomerContext, tx: Transaction): Promise<Date> {
  const now = ctx.now()
  const { longestHoldMinutes, holdMinutesAfterUnpaid } = ctx.rates
  const holds = await lastHolds(tx, ctx.actor.userId, new Date(now.getTime() - REMEMBERED_MS))
  const paid = holds.findIndex((hold) => hold.paid)
  const unpaid = paid === -1 ? holds.length : paid
  if (unpaid < UNPAID_IN_A_ROW) return holdUntil(now, longestHoldMinutes)
  const next = holdUntil(holds[0]?.endedAt ?? now, holdMinutesAfterUnpaid)
  if (unpaid > UNPAID_IN_A_ROW && next > now) throw othersFirst(next, now)
  return holdUntil(now, holdMinutesAfterUnpaid)
}

/** The newest holds, each with all checkouts of a cart that was changed while it was held. */
const lastHolds = (tx: Transaction, customerId: string, since: Date) =>
  tx
    .select({
      paid: sql<boolean>`bool_or(${checkouts.status} in ('completed', 'refunded'))`,
      endedAt: max(checkouts.updatedAt),
    })
    .from(checkouts)
    .where(and(eq(checkouts.customerId, customerId), gt(checkouts.createdAt, since)))
    .groupBy(checkouts.holdEndsAt)
    .orderBy(desc(max(checkouts.createdAt)))
    .limit(UNPAID_IN_A_ROW + 1)

function othersFirst(next: Date, now: Date): DomainError {
  const minutes = Math.ceil((next.getTime() - now.getTime()) / MINUTE_MS)
  return new DomainError(
    "rate_limited",
    `You've reserved items three times without paying. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
  )
}

/**
 * Gives the stock and the slots of a checkout back whose time is over. Only an `open` one: while a payment is under
 * way the stock stays, until `cancelPayment` has made that payment impossible. Returns whether it was released now.
 */
export async function releaseCheckout(
  ctx: Context,
  { checkoutId }: { checkoutId: string },
): Promise<boolean> {
  return transaction(ctx.db, async (tx) => {
    const checkout = await lockCheckout(tx, checkoutId)
    if (checkout?.status !== "open" || checkout.holdExpiresAt > ctx.now()) return false
    await releaseHold(ctx, tx, checkout)
    return true
  })
}

/**
 * Releases an `open` checkout at once: its stock goes back, and its slots of windows do, unless the checkout that replaces
 * it exchanges them for its own. The caller holds its lock.
 */
export async function releaseHold(
  ctx: Pick<Context, "actor" | "now">,
  tx: Transaction,
  checkout: CheckoutRow,
  { keepSlots = false }: { keepSlots?: boolean } = {},
): Promise<void> {
  await returnStock(tx, checkout.id)
  if (!(await moveCheckout(ctx, tx, { checkoutId: checkout.id, move: "release" })))
    throw new Error("A checkout moved while it was held.")
  await emit(tx, "checkout.released", { checkoutId: checkout.id, customerId: checkout.customerId })
  if (!keepSlots) await freeSlots(tx, await slotsOf(tx, checkout))
}

/**
 * Gives up the customer's checkout: its stock and slots go back at once. A payment under way is canceled first. A
 * checkout that is paid or being processed stays, and so does the hold while the provider does not respond: `expireHolds`
 * tries it again.
 */
export async function leaveCheckout(ctx: CustomerContext): Promise<void> {
  const live = await findLiveCheckout(ctx.db, ctx.actor.userId)
  if (!live || (await tryToCancelPayment(ctx, live)) !== "cancelled") return
  await transaction(ctx.db, async (tx) => {
    const still = await lockLiveCheckout(tx, ctx.actor.userId)
    if (still?.id === live.id && still.status === "open") await releaseHold(ctx, tx, still)
  })
}

/**
 * Ends the holds whose time is over. A hold with a payment under way ends once the provider has canceled that payment;
 * a paid one becomes orders; while the provider does not respond, the hold stays.
 */
export async function expireHolds(ctx: SystemContext): Promise<{ released: number; kept: number }> {
  const due = await ctx.db
    .select()
    .from(checkouts)
    .where(and(isLive, lte(checkouts.holdExpiresAt, ctx.now())))
    .orderBy(asc(checkouts.holdExpiresAt))
    .limit(200)
  const ended = await rowByRow(due, (checkout) => expireHold(ctx, checkout))
  const released = ended.filter(Boolean).length
  return { released, kept: due.length - released }
}

export const expireHoldsSweep = defineSweep("expire-holds", MINUTE_MS / 2, expireHolds)

async function expireHold(ctx: SystemContext, checkout: CheckoutRow): Promise<boolean> {
  const settled = await tryToCancelPayment(ctx, checkout)
  if (settled === "cancelled") return releaseCheckout(ctx, { checkoutId: checkout.id })
  if (settled === "paid") await completeCheckout(ctx, { checkoutId: checkout.id })
  if (settled === "processing")
    await ctx.db
      .update(checkouts)
      .set({ holdExpiresAt: holdUntil(ctx.now(), ctx.rates.holdMinutes) })
      .where(and(eq(checkouts.id, checkout.id), eq(checkouts.status, "paying")))
  return false
}

/** By `created_at`, since the index has that; who is released was made before. The text is the index's own. */
export const releasedBefore = (before: Date) =>
  and(sql`${checkouts.status} = 'released'`, lt(checkouts.createdAt, before), lt(checkouts.updatedAt, before))

/**
 * Deletes checkouts that were released before a day, with their lines and markets: no money ever moved, and the stock
 * went back that minute. One of which a payment or a refund is known stays, and so does one that somebody might still
 * pay: its payment was not closed at the provider. Returns how many.
 */
export function purgeReleased({ db }: SystemContext, before: Date): Promise<number> {
  return deleteInBatches(db, {
    by: checkouts.createdAt,
    when: and(
      releasedBefore(before),
      isNull(checkouts.stripePaymentIntentId),
      isNull(checkouts.stripeCheckoutSessionId),
      isNull(checkouts.stripeChargeId),
      sql`not exists (select from refunds r where r.checkout_id = ${checkouts.id})`,
      sql`not exists (select from orders o where o.checkout_id = ${checkouts.id})`,
    ),
  })
}

/** The browser's return and the webhook get this long before the sweep asks the provider itself. */
const QUIET_MS = 30_000

/**
 * Asks the provider about every payment that is under way and that nobody has brought news of: whatever was killed
 * between charge and completion becomes orders, or its money goes back. Returns how many were settled.
 */
export async function sweepUnfinishedPayments(
  ctx: SystemContext,
): Promise<{ asked: number; settled: number }> {
  const quiet = await ctx.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(eq(checkouts.status, "paying"), lt(checkouts.updatedAt, new Date(ctx.now().getTime() - QUIET_MS))),
    )
    .orderBy(asc(checkouts.updatedAt))
    .limit(100)
  let isDown = false
  const outcomes = await rowByRow(quiet, async ({ id }) => {
    if (isDown) return "not asked"
    try {
      return (await completeCheckout(ctx, { checkoutId: id })).outcome
    } catch (error) {
      // Its hold ends soon, and then it is given up.
      if (isUnserved(error)) return "unserved"
      if (!(error instanceof DomainError) || error.code !== "provider_down") throw error
      isDown = true
      return "not asked"
    }
  })
  const settled = outcomes.filter((outcome) => outcome === "completed" || outcome === "refunded").length
  return { asked: quiet.length, settled }
}

export const unfinishedPaymentsSweep = defineSweep(
  "sweep-unfinished-payments",
  MINUTE_MS / 2,
  sweepUnfinishedPayments,
)
