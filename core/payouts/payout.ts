import type { Moves } from "../history/moves.ts"

/** requested: not at the provider yet · sent: on its way to the bank · paid: there · failed: back in the balance. */
export const PAYOUT_STATUSES = ["requested", "sent", "paid", "failed"] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** The only place that knows how a payout moves on. */
export const PAYOUT_MOVES = {
  /** By its owner, or each week or month by the system. */
  request: { from: [null], to: "requested", by: ["seller", "deliverer", "system"] },
  send: { from: ["requested"], to: "sent", by: ["system"] },
  pay: { from: ["requested", "sent"], to: "paid", by: ["system"] },
  /** Banks send back even what was called paid. */
  fail: { from: ["requested", "sent", "paid"], to: "failed", by: ["system"] },
} as const satisfies Moves<PayoutStatus>

export type PayoutMove = keyof typeof PAYOUT_MOVES
