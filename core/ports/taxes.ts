import type { SalesTax, TaxableLine } from "#core/checkout/sales-tax.ts"
import type { Cents } from "#core/money.ts"
import type { StateCode } from "#core/places/states.ts"
import type { PostalAddress } from "./places.ts"

/** One market's part of a checkout, and the address where the goods change hands. */
export type TaxedSale = {
  to: Omit<PostalAddress, "state"> & { state: StateCode }
  lines: readonly TaxableLine[]
  /** Zero on pickup. */
  deliveryCents: Cents
}

/** `calculationId` identifies the provider's calculation, which is recorded when the order is paid. */
export type TaxQuote = SalesTax & { calculationId: string | null }

/** The message to the customer when the provider rejects the calculation for a reason that customers cannot fix. */
export const TAX_REJECTED_MESSAGE =
  "We couldn't calculate sales tax. This is a problem on our side and we've been notified. You haven't been charged. Please try again later."

/**
 * Sales tax: the dated table, or a provider. Throws `provider_down`, and `invalid` with the field `address` for an
 * address that the provider cannot locate. Inside a transaction only the table may be used.
 */
export interface Taxes {
  readonly provider: "table" | "stripe"
  quote(sale: TaxedSale): Promise<TaxQuote>
  /** Reports the sale to the provider, for the states' tax returns; once per order. */
  record(sale: { calculationId: string; orderId: string }): Promise<{ transactionId: string }>
  /**
   * Reports that the sale was reversed and its tax refunded; once per order. `restCents` is what was left of the sale,
   * tax included, if parts were reversed before; null to reverse all of it.
   */
  reverse(sale: {
    transactionId: string
    orderId: string
    restCents: Cents | null
  }): Promise<{ reversalId: string }>
  /** Reports the refund of a part, tax included; once per `refundId`. */
  reversePart(part: {
    transactionId: string
    refundId: string
    amountCents: Cents
  }): Promise<{ reversalId: string }>
}
