type Cancelled = {
  cancelledBy: "seller" | "admin" | "system" | "chargeback" | null
  cancelReason: string | null
  /** When the customer's bank took the payment back, if it did. */
  chargedBackAt: Date | null
}

/** Whose page it is. */
export type Reader = "customer" | "seller"

/** The money that goes back to the customer: when it left us, if it has. */
export type Refund = { sentAt: Date | null }

/** Who cancelled an order, why, and where the money is, in words for the one who reads it. */
export function cancelledText(order: Cancelled, reader: Reader, refund: Refund | null = null): string {
  const reason = order.cancelReason?.trim()
  const refunded = refund?.sentAt ? SENT_BACK[reader] : REFUNDED[reader]
  return [
    `${whoCancelled(order, reader)}${reason ? `: “${reason}”` : "."}`,
    order.chargedBackAt ? CHARGED_BACK[reader] : refunded,
  ].join(" ")
}

function whoCancelled({ cancelledBy }: Cancelled, reader: Reader): string {
  if (cancelledBy === null) return "This order was cancelled"
  if (cancelledBy !== "seller") return "Pushcart cancelled this order"
  return reader === "seller" ? "You cancelled this order" : "The market cancelled this order"
}

const REFUNDED: Record<Reader, string> = {
  customer: "Your money is on its way back to your card.",
  seller: "The customer gets the whole amount back.",
}

const SENT_BACK: Record<Reader, string> = {
  customer: "Your money was sent back to your card; banks show it within ten days.",
  seller: "The customer got the whole amount back.",
}

const CHARGED_BACK: Record<Reader, string> = {
  customer: "Your bank has already given you the money back.",
  seller: "The customer's bank took the payment back.",
}

/** The same for an admin, who reads it as a fact of the order. */
export const CANCELLED_BY: Record<NonNullable<Cancelled["cancelledBy"]>, string> = {
  seller: "The seller",
  admin: "An admin",
  system: "Pushcart, automatically",
  chargeback: "Pushcart, after a chargeback",
}
