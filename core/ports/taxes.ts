import type { SalesTax, TaxableLine } from "#core/checkout/sales-tax.ts"
import type { Cents } from "#core/money.ts"
import type { StateCode } from "#core/places/states.ts"
import type { PostalAddress } from "./places.ts"

/** One market's part of a checkout, and where the goods change hands. */
export type TaxedSale = {
  to: Omit<PostalAddress, "state"> & { state: StateCode }
  lines: readonly TaxableLine[]
  /** ZERO on pickup. */
  deliveryCents: Cents
}

/** `calculationId` names the provider's calculation, to be recorded when the order is paid. */
export type TaxQuote = SalesTax & { calculationId: string | null }

/** What a buyer reads when the provider refuses to compute the tax for a reason that no buyer can help. */
export const TAX_REJECTED_MESSAGE =
  "We couldn't calculate sales tax. This is a problem on our side and we've been notified. You haven't been charged. Please try again later."

/**
 * Sales tax: the dated table, or a provider. Throws `provider_down`, and `invalid` with the field `address` for an
 * address that the provider cannot place. Only the table is asked inside a transaction.
 */
export interface Taxes {
  readonly provider: "table" | "stripe"
  quote(sale: TaxedSale): Promise<TaxQuote>
  /** Tells the provider that the sale was made, for the returns to the states; once per order. */
  record(sale: { calculationId: string; orderId: string }): Promise<{ transactionId: string }>
  /**
   * Tells it that the sale was undone, and its tax given back; once per order. `restCents` is what was left of it, tax
   * included, where parts were reversed before; null for all of it.
   */
  reverse(sale: {
    transactionId: string
    orderId: string
    restCents: Cents | null
  }): Promise<{ reversalId: string }>
  /** Tells it of a part that was given back, tax included; once per `refundId`. */
  reversePart(part: {
    transactionId: string
    refundId: string
    amountCents: Cents
  }): Promise<{ reversalId: string }>
}
