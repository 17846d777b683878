/** Whose money an entry is. The processor's fee is split: the seller pays the items' share, the platform the rest. */
export const LEDGER_PARTIES = ["seller", "deliverer", "platform"] as const
export type LedgerParty = (typeof LEDGER_PARTIES)[number]

/**
 * sale, delivery, tip, tax: earned · processor_fee, platform_fee: deducted (negative) · refund, chargeback: taken back
 * (negative) · dispute_fee: charged by the provider for a dispute (negative), paid by the platform · payout: sent to
 * the bank (negative) · payout_returned: rejected by the bank and back in the balance.
 */
export const ENTRY_KINDS = [
  "sale",
  "delivery",
  "tip",
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

/** The part of an order that an entry concerns, whatever its kind: a refund has one entry per part. */
export const LEDGER_PARTS = [
  "items",
  "tax",
  "delivery",
  "tip",
  "platform_fee",
  "processor_fee",
  /** The part of a seller's refunds that exceeds what the order earned them; the platform pays it. */
  "beyond",
  /** Amounts already taken by earlier refunds or chargebacks, when the whole order is reversed. */
  "refunds",
  "chargebacks",
] as const
export type LedgerPart = (typeof LEDGER_PARTS)[number]

/** The default part of an entry, by its kind. */
export const PART_OF_KIND = {
  sale: "items",
  tax: "tax",
  delivery: "delivery",
  tip: "tip",
  platform_fee: "platform_fee",
  processor_fee: "processor_fee",
  refund: "refunds",
  chargeback: "chargebacks",
} as const satisfies Partial<Record<EntryKind, LedgerPart>>
