import { HOUR_MS } from "#core/durations.ts"
import type { Moves } from "#core/history/moves.ts"

/**
 * due: requested, not at the card provider yet · sent: pending there · done: on the card · failed: the provider gave it
 * up, and it is sent again · closed: a dispute gave the customer the money first, and nothing more is sent.
 */
export const REFUND_STATUSES = ["due", "sent", "done", "failed", "closed"] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** The only place that knows how a refund moves on. "Dashboard" is the provider's, where our payment team refunds too. */
export const REFUND_MOVES = {
  request: { from: [null], to: "due", by: ["customer", "seller", "admin", "system"] },
  /** One that was made in the dashboard. */
  record: { from: [null], to: "sent", by: ["system"] },
  send: { from: ["due"], to: "sent", by: ["system"] },
  complete: { from: ["due", "sent"], to: "done", by: ["system"] },
  /** Banks send back even what was called done. */
  fail: { from: ["due", "sent", "done"], to: "failed", by: ["system"] },
  retry: { from: ["failed"], to: "due", by: ["admin", "system"] },
  /** The dashboard gave back all that we still had to send. */
  cover: { from: ["due", "failed", "closed"], to: "done", by: ["system"] },
  /** What covered it was given up: it is ours to send again. */
  reopen: { from: ["done"], to: "due", by: ["system"] },
  /** The customer's bank won its dispute. */
  close: { from: ["due", "failed"], to: "closed", by: ["system"] },
} as const satisfies Moves<RefundStatus>

export type RefundMove = keyof typeof REFUND_MOVES

/** cancellation: all that was left of a cancelled order · order: a part, by an admin · provider: made in its dashboard. */
export const REFUND_SOURCES = ["cancellation", "order", "provider"] as const
export type RefundSource = (typeof REFUND_SOURCES)[number]

/** Whose money it is that goes back. */
export const REFUND_BEARERS = ["seller", "platform"] as const
export type RefundBearer = (typeof REFUND_BEARERS)[number]

/** How often a refund that the provider gave up is sent by itself; after that somebody has to look. */
export const MOST_REFUND_TRIES = 5
const FIRST_WAIT_MS = HOUR_MS

/** When a refund that failed so many times is sent again: after 1, 2, 4 and 8 hours; null when it was tried enough. */
export function nextRefundTry(failures: number, now: Date): Date | null {
  if (failures >= MOST_REFUND_TRIES) return null
  return new Date(now.getTime() + FIRST_WAIT_MS * 2 ** (failures - 1))
}

/** What people read of a refund's state. */
export const REFUND_STATE_TEXT: Record<RefundStatus, string> = {
  due: "Requested",
  sent: "Pending at the card provider",
  done: "Done",
  failed: "Failed, sent again",
  closed: "Given back by the bank",
}

/** What its customer reads: where the money is. */
export const REFUND_NEWS: Record<RefundStatus, string> = {
  due: "On its way to your card.",
  sent: "On its way to your card; banks take 5 to 10 days to show it.",
  done: "Sent back to your card; banks show it within ten days.",
  failed: "Your bank didn't accept the refund. We're sending it again.",
  closed: "Your bank has already refunded you.",
}
