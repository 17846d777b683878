/** Who a ledger entry belongs to. The processor's fee leaves the seller's share; the tax stays with the platform. */
export const LEDGER_PARTIES = ["seller", "deliverer", "platform"] as const
export type LedgerParty = (typeof LEDGER_PARTIES)[number]

/**
 * sale, delivery, tax: earned · processor_fee, platform_fee: kept back (negative) · refund, chargeback: taken back
 * (negative) · dispute_fee: what the provider keeps for a dispute (negative), the platform's · payout: left for the
 * bank (negative) · payout_returned: came back because the bank rejected.
 */
export const ENTRY_KINDS = [
  "sale",
  "delivery",
  "tax",
  "processor_fee",
  "platform_fee",
  "refund",
  "chargeback",
  "dispute_fee",
  "payout",
  "payout_returned",
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]
