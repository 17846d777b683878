import type { Moves } from "../history/moves.ts"

/** requested: not at the provider yet · sent: on its way to the bank · paid · failed: back in the balance. */
export const PAYOUT_STATUSES = ["requested", "sent", "paid", "failed"] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** Every allowed change of a payout's status. */
export const PAYOUT_MOVES = {
  /** Requested by its owner, or by the system each week or month. */
  request: { from: [null], to: "requested", by: ["seller", "deliverer", "system"] },
  send: { from: ["requested"], to: "sent", by: ["system"] },
  pay: { from: ["requested", "sent"], to: "paid", by: ["system"] },
  /** Banks can return even a payout that was reported as paid. */
  fail: { from: ["requested", "sent", "paid"], to: "failed", by: ["system"] },
} as const satisfies Moves<PayoutStatus>

export type PayoutMove = keyof typeof PAYOUT_MOVES
