/** Everything whose status changes only by the moves of its table. */
export const HISTORY_SUBJECTS = [
  "order",
  "checkout",
  "refund",
  "transfer",
  "reversal",
  "payout",
  "replacement",
] as const
export type HistorySubject = (typeof HISTORY_SUBJECTS)[number]

/** Who can make a move. Jobs, sweeps and provider webhooks act as the system. */
export const HISTORY_ROLES = ["customer", "seller", "deliverer", "admin", "system"] as const
export type HistoryRole = (typeof HISTORY_ROLES)[number]

/** One change of a status; null is the status before the first move, and of a delivery order not acted on yet. */
export type RecordedMove = {
  /** The id of the order, checkout, refund, transfer, reversal, payout or replacement offer. */
  readonly id: string
  readonly move: string
  readonly from: string | null
  readonly to: string | null
}

/** One recorded move of a subject. */
export type HistoryStep = {
  readonly move: string
  readonly from: string | null
  readonly to: string | null
  /** Null only in steps from before the history existed, when nobody recorded it; `from` may be missing there too. */
  readonly actorRole: HistoryRole | null
  readonly actorId: string | null
  readonly at: Date
}
