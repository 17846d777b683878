import type { Moves } from "../history/moves.ts"

/** due: waits for its day · sent: on the payout account · reversed: all of it taken back · cancelled: never sent. */
export const TRANSFER_STATUSES = ["due", "sent", "reversed", "cancelled"] as const
export type TransferStatus = (typeof TRANSFER_STATUSES)[number]

/** Every allowed change of a transfer's status. */
export const TRANSFER_MOVES = {
  /** When the order is fulfilled, or its money comes back from a dispute. */
  schedule: { from: [null], to: "due", by: ["seller", "deliverer", "admin", "system"] },
  /** A transfer that was canceled while it was being sent is still sent, and then reversed. */
  send: { from: ["due", "cancelled"], to: "sent", by: ["system"] },
  cancel: { from: ["due"], to: "cancelled", by: ["seller", "admin", "system"] },
  reverse: { from: ["sent"], to: "reversed", by: ["system"] },
} as const satisfies Moves<TransferStatus>

export type TransferMove = keyof typeof TRANSFER_MOVES

/** A reversal takes back a transfer or a part of it. due: not requested yet · done · cancelled: no longer needed. */
export const REVERSAL_STATUSES = ["due", "done", "cancelled"] as const
export type ReversalStatus = (typeof REVERSAL_STATUSES)[number]

export const REVERSAL_MOVES = {
  request: { from: [null], to: "due", by: ["system"] },
  complete: { from: ["due"], to: "done", by: ["system"] },
  cancel: { from: ["due"], to: "cancelled", by: ["system"] },
} as const satisfies Moves<ReversalStatus>

export type ReversalMove = keyof typeof REVERSAL_MOVES
