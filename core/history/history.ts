/** What moves through a table of statuses, each by its moves alone. */
export const HISTORY_SUBJECTS = ["order", "checkout", "refund", "transfer", "reversal", "payout"] as const
export type HistorySubject = (typeof HISTORY_SUBJECTS)[number]

/** Who can make a move. A job, a sweep and a provider's webhook are the system. */
export const HISTORY_ROLES = ["customer", "seller", "deliverer", "admin", "system"] as const
export type HistoryRole = (typeof HISTORY_ROLES)[number]

/** One move of a table of statuses; null is the status before the first one, and of an order nobody has acted on. */
export type RecordedMove = {
  /** The order's, checkout's, refund's, transfer's, reversal's or payout's. */
  readonly id: string
  readonly move: string
  readonly from: string | null
  readonly to: string | null
}

/** One step of a subject, as it is read. */
export type Step = {
  readonly move: string
  readonly from: string | null
  readonly to: string | null
  /** Null only in steps from before there was a history, where nobody wrote it down; `from` may be missing there too. */
  readonly actorRole: HistoryRole | null
  readonly actorId: string | null
  readonly at: Date
}
