import type { Moves } from "../history/moves.ts"

/**
 * open: holds stock, waiting for the card · paying: a payment is in flight · completed: orders exist ·
 * released: the hold ran out or was given up, stock is back · refunded: paid too late, money is going back.
 */
export const CHECKOUT_STATUSES = ["open", "paying", "completed", "released", "refunded"] as const
export type CheckoutStatus = (typeof CHECKOUT_STATUSES)[number]

/** The only place that knows how a checkout moves on. Whatever is not here cannot happen, on any path. */
export const CHECKOUT_MOVES = {
  start: { from: [null], to: "open", by: ["customer"] },
  pay: { from: ["open"], to: "paying", by: ["customer"] },
  /** Once the provider has said that the payment is impossible. */
  cancelPayment: { from: ["paying"], to: "open", by: ["customer", "system"] },
  /** Also of a hold that ran out, if all of it is still there, and of a payment that was thought impossible. */
  complete: { from: ["open", "paying", "released"], to: "completed", by: ["customer", "system"] },
  /** Paid too late, or a seller was denied: the money goes back. */
  refund: { from: ["open", "paying", "released"], to: "refunded", by: ["customer", "system"] },
  /** Who deletes the account does it in whichever role they are signed in. */
  release: { from: ["open"], to: "released", by: ["customer", "seller", "deliverer", "system"] },
} as const satisfies Moves<CheckoutStatus>

export type CheckoutMove = keyof typeof CHECKOUT_MOVES
