import { HOUR_MS } from "#core/durations.ts"

/**
 * due: requested, not at the card provider yet · sent: pending there · done: on the card · failed: the provider gave it
 * up, and it is sent again.
 */
export const REFUND_STATUSES = ["due", "sent", "done", "failed"] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

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
}

/** What its customer reads: where the money is. */
export const REFUND_NEWS: Record<RefundStatus, string> = {
  due: "On its way to your card.",
  sent: "On its way to your card; banks take 5 to 10 days to show it.",
  done: "Sent back to your card; banks show it within ten days.",
  failed: "Your bank did not take it. We're sending your refund again.",
}

/** A dispute gave the customer the money before the refund had left: nothing is sent any more. */
export const isClosedByBank = ({ status, failures }: { status: RefundStatus; failures: number }): boolean =>
  status === "failed" && failures === 0
