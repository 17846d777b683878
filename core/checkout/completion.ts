/** How a checkout stands after everybody was asked. */
export type Completion =
  | { outcome: "completed"; orderIds: string[] }
  /** The bank has not answered yet; the sweep and the webhook ask again. */
  | { outcome: "processing" }
  | { outcome: "unpaid"; message: string }
  | { outcome: "refunded"; message: string }

/** What the customer reads when money came for things that were gone. */
export const TOO_LATE_MESSAGE =
  "Your payment came after your reservation expired, and your items have sold out. The full amount is on its way back to your card."
