import type { Moves } from "../history/moves.ts"

/** due: waits for its day · sent: on the payout account · reversed: all of it taken back · cancelled: it never left. */
export const TRANSFER_STATUSES = ["due", "sent", "reversed", "cancelled"] as const
export type TransferStatus = (typeof TRANSFER_STATUSES)[number]

/** The only place that knows how a transfer moves on. */
export const TRANSFER_MOVES = {
  /** When the order is fulfilled, or its money comes back from a dispute. */
  schedule: { from: [null], to: "due", by: ["seller", "deliverer", "admin", "system"] },
  /** One that was cancelled while it left is sent all the same, and reversed then. */
  send: { from: ["due", "cancelled"], to: "sent", by: ["system"] },
  cancel: { from: ["due"], to: "cancelled", by: ["seller", "admin", "system"] },
  reverse: { from: ["sent"], to: "reversed", by: ["system"] },
} as const satisfies Moves<TransferStatus>

export type TransferMove = keyof typeof TRANSFER_MOVES

/** What takes a transfer back, or a part of it: due: to be requested from the provider · done · cancelled: no longer needed. */
export const REVERSAL_STATUSES = ["due", "done", "cancelled"] as const
export type ReversalStatus = (typeof REVERSAL_STATUSES)[number]

export const REVERSAL_MOVES = {
  request: { from: [null], to: "due", by: ["system"] },
  complete: { from: ["due"], to: "done", by: ["system"] },
  cancel: { from: ["due"], to: "cancelled", by: ["system"] },
} as const satisfies Moves<ReversalStatus>

export type ReversalMove = keyof typeof REVERSAL_MOVES
