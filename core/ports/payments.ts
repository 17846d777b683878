import type { Cents } from "#core/money.ts"

/**
 * unpaid: waiting for a card (or the last one was rejected) · needs_action: waiting for the cardholder's bank ·
 * processing: the bank has not answered · paid · cancelled: it can no longer be paid.
 */
export type PaymentState = "unpaid" | "needs_action" | "processing" | "paid" | "cancelled"

/** Why a card was rejected, by the provider's codes; `core/payments/card-failures.ts` makes sentences of them. */
export type CardRejection = { readonly code: string | null; readonly declineCode: string | null }

/** One payment as the provider knows it at this moment. */
export type CardPayment = {
  readonly id: string
  readonly checkoutId: string | null
  readonly state: PaymentState
  readonly amountCents: Cents
  readonly chargeId: string | null
  /** Lets the customer's browser, and nobody else, confirm this payment. */
  readonly clientSecret: string | null
  readonly rejection: CardRejection | null
}

export type HostedPage = {
  readonly id: string
  readonly checkoutId: string | null
  readonly state: "open" | "complete" | "expired"
  /** Where the customer pays; null when the page is closed. */
  readonly url: string | null
  readonly paymentId: string | null
}

export type NewPayment = {
  readonly checkoutId: string
  /** With the checkout's id it names the attempt: the same attempt twice is one payment. */
  readonly attempt: number
  readonly amountCents: Cents
  readonly description: string
  readonly email: string
}

export type NewHostedPage = NewPayment & {
  readonly items: readonly { name: string; unitCents: Cents; quantity: number }[]
  readonly successUrl: string
  readonly cancelUrl: string
  /** At least half an hour ahead. */
  readonly expiresAt: Date
}

/** A customer's bank asks for its money back. open: it has the money, and decides · won: it gave it back · lost. */
export type CardDispute = {
  readonly id: string
  readonly paymentId: string | null
  readonly state: "open" | "won" | "lost"
  /** A payment can be disputed more than once: another dispute of it is open or lost. */
  readonly isTakenByAnother: boolean
  /** What the provider keeps for the dispute, by the line of its own books; below zero where it gave a fee back. */
  readonly fees: readonly { readonly id: string; readonly feeCents: Cents }[]
}

/** A refund as the provider knows it. `failures` is the try that it is, as it was asked for. */
export type CardRefund = {
  readonly id: string
  /** Of our row that asked for it; null for one that was made in the provider's dashboard. */
  readonly refundId: string | null
  readonly failures: number
  readonly state: "pending" | "done" | "failed"
  readonly amountCents: Cents
}

/** Something that happened at the provider. Names only the object: the handler loads its current state. */
export type ProviderEvent = {
  readonly id: string
  readonly type: string
  /** The connected account that it happened on; null for the platform's own. */
  readonly accountId: string | null
  readonly objectId: string | null
  readonly createdAt: Date
}

/** What the customer's browser needs in order to talk to the provider itself. */
export type PaymentScript = {
  readonly publishableKey: string
  /** A script of our own origin that stands in for the provider's (the sandbox's test card form); null for the real one. */
  readonly localScript: string | null
}

/**
 * Card payments. Every call that makes something carries one of our row ids as its idempotency key, so a call that
 * is made again after a lost answer finds what it made. Calls throw `provider_down` when the provider cannot be
 * reached or is overloaded. Never call this inside a database transaction.
 */
export interface Payments {
  readonly browser: PaymentScript
  /** Whether real money moves. */
  readonly isLive: boolean
  /** Our own account at the provider; null where it does not say so just now. */
  ownAccount(): Promise<string | null>
  createPayment(payment: NewPayment): Promise<CardPayment>
  /** Throws `not_found` for a payment that the provider does not know, or does not give us. */
  findPayment(paymentId: string): Promise<CardPayment>
  /** Makes it impossible to pay. Answers what the payment is then: paid or processing if that came first. */
  cancelPayment(paymentId: string): Promise<CardPayment>
  /** A payment page at the provider's own address, for browsers without JavaScript. */
  createHostedPage(page: NewHostedPage): Promise<HostedPage>
  findHostedPage(pageId: string): Promise<HostedPage>
  /** Closes the page. Answers what it is then: complete if the customer was faster. */
  closeHostedPage(pageId: string): Promise<HostedPage>
  /**
   * Sends money back to the card; once per `refundId` and count of `failures`, so that one that the provider gave up can
   * be tried again. Null while a dispute has the money: the bank decides first. `isWhole` says that it is all of the
   * row's amount.
   */
  refund(refund: {
    refundId: string
    failures: number
    paymentId: string
    amountCents: Cents
    isWhole: boolean
  }): Promise<CardRefund | null>
  /** Every refund of a payment, newest first, found by its id, its charge or one of them. */
  refundsOf(
    of: { paymentId: string } | { chargeId: string } | { providerRefundId: string },
  ): Promise<{ paymentId: string | null; refunds: readonly CardRefund[] }>
  /** The card that paid, as people call it: "Visa 4242"; null where it was no card. */
  cardOf(chargeId: string): Promise<string | null>
  /**
   * Moves money of a charge to a connected account, which can pay it out from `availableAt` on; once per `transferId`.
   */
  transfer(transfer: {
    transferId: string
    chargeId: string
    accountId: string
    checkoutId: string
    amountCents: Cents
  }): Promise<{ id: string; availableAt: Date | null }>
  /**
   * Takes a transfer back, wholly or in part; once per `reversalId`. Null while the account does not hold so much: asked
   * again, it is told how many such `rejections` there were, since a rejection stands under its key for a day.
   */
  reverseTransfer(reversal: {
    reversalId: string
    rejections: number
    providerTransferId: string
    amountCents: Cents
  }): Promise<{ id: string } | null>
  findDispute(disputeId: string): Promise<CardDispute>
  /** What the provider kept of a charge. */
  feeOf(chargeId: string): Promise<Cents>
  /**
   * Checks the signature and reads the event; "rejected" is a forged or stale one, or no event at all. A live endpoint
   * of connected accounts gets the events of test mode, too.
   */
  readWebhook(body: string, signature: string): Promise<ProviderEvent | "of the other mode" | "rejected">
  /** Events since a moment, newest first, for those whose webhook never came. */
  listEvents(since: Date): AsyncIterable<ProviderEvent>
}
