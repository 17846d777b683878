import { HOUR_MS } from "#core/durations.ts"
import type { Moves } from "#core/history/moves.ts"

/**
 * due: requested, not sent to the card provider yet · sent: pending there · done: on the card · failed: the provider
 * gave up, and it will be sent again · closed: a dispute returned the money first, and nothing more is sent.
 */
export const REFUND_STATUSES = ["due", "sent", "done", "failed", "closed"] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/**
 * Every allowed change of a refund's status. "Dashboard" means the provider's dashboard, where our payment team also
 * makes refunds.
 */
export const REFUND_MOVES = {
  request: { from: [null], to: "due", by: ["customer", "seller", "admin", "system"] },
  /** A refund that was made in the dashboard. */
  record: { from: [null], to: "sent", by: ["system"] },
  send: { from: ["due"], to: "sent", by: ["system"] },
  complete: { from: ["due", "sent"], to: "done", by: ["system"] },
  /** Banks can return even a refund that was reported as done. */
  fail: { from: ["due", "sent", "done"], to: "failed", by: ["system"] },
  retry: { from: ["failed"], to: "due", by: ["admin", "system"] },
  /** A dashboard refund covered everything that was still to be sent. */
  cover: { from: ["due", "failed", "closed"], to: "done", by: ["system"] },
  /** The dashboard refund that covered it failed, so we must send it again. */
  reopen: { from: ["done"], to: "due", by: ["system"] },
  /** The dispute was lost: the customer's bank gave them the money. */
  close: { from: ["due", "failed"], to: "closed", by: ["system"] },
} as const satisfies Moves<RefundStatus>

export type RefundMove = keyof typeof REFUND_MOVES

/**
 * cancellation: all that was left of a canceled order · order: a part, by an admin · packing: what the market did not
 * pack · provider: from its dashboard.
 */
export const REFUND_SOURCES = ["cancellation", "order", "packing", "provider"] as const
export type RefundSource = (typeof REFUND_SOURCES)[number]

/** Who pays for a refund. */
export const REFUND_BEARERS = ["seller", "platform"] as const
export type RefundBearer = (typeof REFUND_BEARERS)[number]

/** The number of failures after which a refund is no longer retried automatically and the operator must look at it. */
export const MOST_REFUND_TRIES = 5
const FIRST_WAIT_MS = HOUR_MS

/** When to retry a refund after this number of failures: after 1, 2, 4 and 8 hours; null at `MOST_REFUND_TRIES`. */
export function nextRefundTry(failures: number, now: Date): Date | null {
  if (failures >= MOST_REFUND_TRIES) return null
  return new Date(now.getTime() + FIRST_WAIT_MS * 2 ** (failures - 1))
}

/** A refund's status as the pages show it. */
export const REFUND_STATE_TEXT: Record<RefundStatus, string> = {
  due: "Requested",
  sent: "Pending at the card provider",
  done: "Done",
  failed: "Failed, retrying",
  closed: "Returned by the bank",
}

/** A refund's status as its customer sees it. */
export const REFUND_NEWS: Record<RefundStatus, string> = {
  due: "On its way to your card.",
  sent: "On its way to your card. It can take 5 to 10 days to appear on your statement.",
  done: "Refunded to your card. It can take up to 10 days to appear on your statement.",
  failed: "Your bank didn't accept the refund. We're sending it again.",
  closed: "Your bank has already refunded you.",
}
