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

/** What an entry is of, whichever its kind: a refund takes back items, tax and fees, each by an entry of its own. */
export const LEDGER_PARTS = [
  "items",
  "tax",
  "delivery",
  "platform_fee",
  "processor_fee",
  /** What a seller would give back of refunds beyond what the order earned them: the platform's. */
  "beyond",
  /** What earlier refunds, or chargebacks, took, where the whole order is taken back. */
  "refunds",
  "chargebacks",
] as const
export type LedgerPart = (typeof LEDGER_PARTS)[number]

/** What the entries of a kind are of, where they say nothing else. */
export const PART_OF_KIND = {
  sale: "items",
  tax: "tax",
  delivery: "delivery",
  platform_fee: "platform_fee",
  processor_fee: "processor_fee",
  refund: "refunds",
  chargeback: "chargebacks",
} as const satisfies Partial<Record<EntryKind, LedgerPart>>
