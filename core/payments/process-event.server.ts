import { and, asc, eq, isNull, lt, sql } from "drizzle-orm"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import type { SystemContext } from "#core/context.ts"
import { HOUR_MS, MINUTE_MS } from "#core/durations.ts"
import { DomainError } from "#core/errors.ts"
import { settlePayoutEvent } from "#core/payouts/settle-payout.server.ts"
import { syncAccount } from "#core/payouts/sync-account.server.ts"
import { redacted } from "#core/redacted.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { syncSubscription } from "#core/subscriptions/sync-subscription.server.ts"
import { defineSweep } from "#core/sweep.ts"
import { checkouts, stripeEvents } from "#db/schema/index.ts"
import { concernsUs, type EventKind } from "./event-kinds.ts"
import { receiveEvent } from "./receive-event.server.ts"
import { settleDispute } from "./settle-dispute.server.ts"
import { settleRefunds } from "./settle-refunds.server.ts"

export type StoredEvent = typeof stripeEvents.$inferSelect
type EventHandler = (ctx: SystemContext, event: StoredEvent) => Promise<void>

/** Every handler fetches the current state from the provider, so the order and age of events do not matter. */
const HANDLERS: Readonly<Record<EventKind, EventHandler>> = {
  "payment_intent.succeeded": settlePaymentEvent,
  "payment_intent.payment_failed": settlePaymentEvent,
  "payment_intent.canceled": settlePaymentEvent,
  "checkout.session.completed": settlePageEvent,
  "checkout.session.async_payment_succeeded": settlePageEvent,
  "account.updated": syncAccountEvent,
  "capability.updated": syncAccountEvent,
  "customer.subscription.created": syncSubscriptionEvent,
  "customer.subscription.updated": syncSubscriptionEvent,
  "customer.subscription.deleted": syncSubscriptionEvent,
  "payout.paid": payoutEvent,
  "payout.failed": payoutEvent,
  "payout.canceled": payoutEvent,
  "charge.refunded": settleChargeEvent,
  "refund.created": settleRefundEvent,
  "refund.updated": settleRefundEvent,
  "refund.failed": settleRefundEvent,
  "charge.dispute.created": settleDisputeEvent,
  "charge.dispute.updated": settleDisputeEvent,
  "charge.dispute.closed": settleDisputeEvent,
  "charge.dispute.funds_withdrawn": settleDisputeEvent,
  "charge.dispute.funds_reinstated": settleDisputeEvent,
}

/** The sweep processes an event that its job has not processed after this time. */
const SWEEP_AFTER_MS = MINUTE_MS
/** How far back the sweep lists the provider's events to find missed webhooks. */
const LOOK_BACK_MS = HOUR_MS

/**
 * Written so that PostgreSQL finds the event by its id. With a plain `is null` it would use the index of open events,
 * which it expects to be empty although it is large after an outage.
 */
const isOpen = sql`(${stripeEvents.processedAt} is null) is not false`

/** Handles a stored event once. Events of other kinds are marked processed immediately. */
export async function processEvent(ctx: SystemContext, { eventId }: { eventId: string }): Promise<void> {
  const [event] = await ctx.db
    .update(stripeEvents)
    .set({ attempts: sql`${stripeEvents.attempts} + 1` })
    .where(and(eq(stripeEvents.id, eventId), isOpen))
    .returning()
  if (!event) return
  try {
    if (concernsUs(event.type)) await HANDLERS[event.type](ctx, event)
  } catch (error) {
    await ctx.db
      .update(stripeEvents)
      .set({ lastError: redacted(error).message })
      .where(eq(stripeEvents.id, eventId))
    throw error
  }
  await ctx.db
    .update(stripeEvents)
    .set({ processedAt: ctx.now(), lastError: null })
    .where(eq(stripeEvents.id, eventId))
}

/**
 * Processes events whose job was lost and fetches those whose webhook never arrived. A failure of one step or event
 * does not stop the others.
 */
export async function sweepEvents(ctx: SystemContext): Promise<void> {
  await rowByRow([processLate, fetchMissed], (step) => step(ctx))
}

export const paymentEventsSweep = defineSweep("sweep-payment-events", 5 * MINUTE_MS, sweepEvents)

async function processLate(ctx: SystemContext): Promise<void> {
  const late = await ctx.db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(
      and(
        isNull(stripeEvents.processedAt),
        lt(stripeEvents.receivedAt, new Date(ctx.now().getTime() - SWEEP_AFTER_MS)),
      ),
    )
    .orderBy(asc(stripeEvents.attempts), asc(stripeEvents.receivedAt))
    .limit(100)
  await rowByRow(late, ({ id }) => processEvent(ctx, { eventId: id }))
}

async function fetchMissed(ctx: SystemContext): Promise<void> {
  const since = new Date(ctx.now().getTime() - LOOK_BACK_MS)
  await rowByRow(ctx.ports.payments.listEvents(since), (event) => receiveEvent(ctx, event))
}

async function settlePaymentEvent(ctx: SystemContext, event: StoredEvent): Promise<void> {
  if (!event.objectId || (await isSettled(ctx, event.objectId))) return
  const payment = await ctx.ports.payments.findPayment(event.objectId)
  if (payment.checkoutId)
    await completeCheckout(ctx, { checkoutId: payment.checkoutId, paymentId: payment.id })
}

/** Whether the payment's checkout is already completed: the browser was faster, so nothing is left to do. */
async function isSettled(ctx: SystemContext, paymentId: string): Promise<boolean> {
  const [settled] = await ctx.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.stripePaymentIntentId, paymentId), eq(checkouts.status, "completed")))
  return settled !== undefined
}

async function settlePageEvent(ctx: SystemContext, event: StoredEvent): Promise<void> {
  if (!event.objectId) return
  const page = await ctx.ports.payments.findHostedPage(event.objectId)
  if (page.checkoutId && page.paymentId)
    await completeCheckout(ctx, { checkoutId: page.checkoutId, paymentId: page.paymentId })
}

/** A connected account's event only names the account: the whole account is fetched from the provider. */
async function syncAccountEvent(ctx: SystemContext, event: StoredEvent): Promise<void> {
  const accountId = event.account ?? event.objectId
  if (accountId) await unlessClosed(syncAccount(ctx, accountId))
}

/** Ignores `not_found`: the account was closed in the meantime, so its late events no longer matter. */
async function unlessClosed(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "not_found") throw error
  }
}

/** Invoice events are not handled: they change the subscription's status, which has its own event. */
async function syncSubscriptionEvent(ctx: SystemContext, event: StoredEvent): Promise<void> {
  if (event.objectId) await syncSubscription(ctx, event.objectId)
}

async function payoutEvent(ctx: SystemContext, { account, objectId }: StoredEvent): Promise<void> {
  if (account && objectId) await unlessClosed(settlePayoutEvent(ctx, { accountId: account, objectId }))
}

/** Ignores a connected account's own refunds: they are reversed transfers. */
async function settleRefundEvent(ctx: SystemContext, { account, objectId }: StoredEvent): Promise<void> {
  if (objectId && !account) await settleRefunds(ctx, { providerRefundId: objectId })
}

async function settleChargeEvent(ctx: SystemContext, { account, objectId }: StoredEvent): Promise<void> {
  if (objectId && !account) await settleRefunds(ctx, { chargeId: objectId })
}

async function settleDisputeEvent(ctx: SystemContext, { objectId }: StoredEvent): Promise<void> {
  if (objectId) await settleDispute(ctx, objectId)
}
