/** How a checkout stands after everybody was asked. */
export type Completion =
  | { outcome: "completed"; orderIds: string[] }
  /** The bank has not answered yet; the sweep and the webhook ask again. */
  | { outcome: "processing" }
  | { outcome: "unpaid"; message: string }
  | { outcome: "refunded"; message: string }

/** What the customer reads when they paid after the goods had sold out, or after an admin had closed the market. */
export const NO_ORDER_MESSAGE =
  "Your payment couldn't become an order: your items sold out after your reservation expired, or their market has just closed. The full amount is on its way back to your card."
