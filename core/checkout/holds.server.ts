import { and, asc, desc, eq, gt, isNull, lt, lte, max, sql } from "drizzle-orm"
import type { Context, CustomerContext, SystemContext } from "#core/context.ts"
import { countText } from "#core/count-text.ts"
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
  isLiveCheckout,
  lockCheckout,
  lockLiveCheckout,
  returnStock,
} from "./checkout-queries.server.ts"
import { completeCheckout } from "./complete-checkout.server.ts"
import { moveCheckout } from "./move-checkout.server.ts"
import { freeSlots, slotsOf } from "./slots.server.ts"

/** Unpaid holds count for one day. */
const REMEMBERED_MS = DAY_MS
/** After this many unpaid holds in a row, the next one is short. After one more, the customer has to wait. */
const UNPAID_IN_A_ROW = 2

/**
 * Returns the final end of a customer's new hold, so that nobody keeps stock from others without paying. The caller has
 * locked the customer's cart. Throws `rate_limited` if a short hold has just ended unpaid as well.
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

/** The newest holds. Checkouts that replaced each other when the cart changed count as one hold. */
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
    `You've reserved items three times without paying. Try again in ${countText(minutes, "minute")}.`,
  )
}

/**
 * Releases a checkout's stock and slots after its hold has expired, if it is `open`: while a payment is under way the
 * stock stays, until `cancelPayment` has closed that payment. Returns whether this call released it.
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
 * Releases an `open` checkout immediately, with its stock and its slots. With `keepSlots` the slots stay, for the
 * checkout that replaces it and exchanges them for its own. The caller has locked the checkout.
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
 * Gives up the customer's checkout and releases its stock and slots immediately. A payment in progress is canceled
 * first. A checkout stays if it is paid or being processed, or if the provider does not respond; `expireHolds` tries
 * again.
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
 * Ends expired holds. If a payment is under way, the hold ends after the provider has canceled it; a paid checkout
 * becomes orders; while the provider does not respond, the hold stays.
 */
export async function expireHolds(ctx: SystemContext): Promise<{ released: number; kept: number }> {
  const due = await ctx.db
    .select()
    .from(checkouts)
    .where(and(isLiveCheckout, lte(checkouts.holdExpiresAt, ctx.now())))
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

/**
 * Filters by `created_at`, which the index has: a checkout is created before it is released. The condition's text must
 * be the index's own.
 */
export const releasedBefore = (before: Date) =>
  and(sql`${checkouts.status} = 'released'`, lt(checkouts.createdAt, before), lt(checkouts.updatedAt, before))

/**
 * Deletes checkouts that were released before a day, with their lines and markets: no money ever moved, and the stock
 * was returned when they were released. Those with a known payment or refund stay, and so do those that could still be
 * paid because their payment was not closed at the provider. Returns how many.
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

/** How long the sweep waits for the browser's return and the webhook before it queries the provider itself. */
const QUIET_MS = 30_000

/**
 * Queries the provider about every payment under way that nobody has reported on: after a crash between charge and
 * completion, the payment becomes orders or is refunded. Returns how many were settled.
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
      // Its hold ends soon; then the checkout is released.
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
