import type { Cents } from "#core/money.ts"

/**
 * unpaid: waiting for a card (or the last one was rejected) · needs_action: waiting for the cardholder's bank ·
 * processing: the bank has not responded · paid · cancelled: it can no longer be paid.
 */
export type PaymentState = "unpaid" | "needs_action" | "processing" | "paid" | "cancelled"

/** Why a card was rejected, by the provider's codes; `core/payments/card-failures.ts` turns them into messages. */
export type CardRejection = { readonly code: string | null; readonly declineCode: string | null }

/** The card that was charged, and the text of the charge on its bank statement, which may be cut by the provider. */
export type ChargedCard = {
  /** The provider's word: "visa", "amex". */
  readonly brand: string
  readonly lastFour: string
  readonly statementName: string | null
}

/** A card that the provider kept for a customer, as they asked. */
export type KeptCard = {
  readonly methodId: string
  readonly customerId: string
  readonly brand: string
  readonly lastFour: string
  readonly expMonth: number
  readonly expYear: number
}

/** One payment as the provider knows it at this moment. */
export type CardPayment = {
  readonly id: string
  readonly checkoutId: string | null
  readonly state: PaymentState
  readonly amountCents: Cents
  readonly chargeId: string | null
  /** Null until it was charged, and for a payment without a card. */
  readonly card: ChargedCard | null
  /** Lets only the customer's browser confirm this payment. */
  readonly clientSecret: string | null
  readonly rejection: CardRejection | null
  /** Whether the provider keeps the card that pays it. */
  readonly savesCard: boolean
  /** The kept card that paid it; null if the card is not kept. */
  readonly keptCard: KeptCard | null
  /** The page of a bank that asks the customer to confirm the payment. */
  readonly bankUrl: string | null
}

export type HostedPage = {
  readonly id: string
  readonly checkoutId: string | null
  readonly state: "open" | "complete" | "expired"
  /** Where the customer pays; null if the page is closed. */
  readonly url: string | null
  readonly paymentId: string | null
}

export type NewPayment = {
  readonly checkoutId: string
  /** Identifies the attempt together with the checkout's id: the same attempt, sent twice, is one payment. */
  readonly attempt: number
  readonly amountCents: Cents
  readonly description: string
  /** The last part of the text on the bank statement. At most 10 characters, one of them a letter. */
  readonly statementSuffix: string
  readonly email: string
}

export type NewHostedPage = NewPayment & {
  /** Whose saved cards the page shows. */
  readonly customerId: string
  /** Whether the page offers to save the card. */
  readonly offersSaving: boolean
  readonly items: readonly { name: string; unitCents: Cents; quantity: number }[]
  readonly successUrl: string
  readonly cancelUrl: string
  /** At least 30 minutes from now. */
  readonly expiresAt: Date
}

/** A customer's bank disputes a payment. open: the bank holds the money · won: it returned the money · lost. */
export type CardDispute = {
  readonly id: string
  readonly paymentId: string | null
  readonly state: "open" | "won" | "lost"
  /** Whether another dispute of the same payment is open or lost: a payment can be disputed more than once. */
  readonly isTakenByAnother: boolean
  /** The provider's fees for the dispute, by the line of its own books; negative if it returned a fee. */
  readonly fees: readonly { readonly id: string; readonly feeCents: Cents }[]
}

/** A refund as the provider knows it. `failures` identifies the attempt with which it was requested. */
export type CardRefund = {
  readonly id: string
  /** The id of our row; null for a refund that was made in the provider's dashboard. */
  readonly refundId: string | null
  readonly failures: number
  readonly state: "pending" | "done" | "failed"
  readonly amountCents: Cents
}

/** An event at the provider. It names only the object: the handler fetches its current state. */
export type ProviderEvent = {
  readonly id: string
  readonly type: string
  /** The connected account on which it happened; null for the platform's own. */
  readonly accountId: string | null
  readonly objectId: string | null
  readonly createdAt: Date
}

/** The settings with which the customer's browser talks to the provider directly. */
export type PaymentScript = {
  readonly publishableKey: string
  /** A script on our own origin that replaces the provider's (the sandbox's test card form); null for the real one. */
  readonly localScript: string | null
}

/**
 * Card payments. Every call that creates something carries one of our row ids as its idempotency key, so that a
 * repeated call after a lost response finds what the first one created. Calls throw `provider_down` if the provider
 * cannot be reached or is overloaded. Never call this inside a database transaction.
 */
export interface Payments {
  readonly browser: PaymentScript
  /** Whether real money moves. */
  readonly isLive: boolean
  /** Our own account at the provider; null if the provider does not report it now. */
  ownAccount(): Promise<string | null>
  createPayment(payment: NewPayment): Promise<CardPayment>
  /** Throws `not_found` for a payment that the provider does not know or does not let us read. */
  findPayment(paymentId: string): Promise<CardPayment>
  /**
   * The customer at the provider who holds the saved cards of this user; once per user. It gets no email: a person is
   * never found by one.
   */
  createCustomer(userId: string): Promise<string>
  /** Deletes the customer with all their cards; does nothing if it is gone. */
  deleteCustomer(customerId: string): Promise<void>
  /** Sets whose kept cards may pay a payment, and whether the card that pays it is kept. Null: nobody's, as before. */
  setCardUse(paymentId: string, use: { customerId: string | null; savesCard: boolean }): Promise<CardPayment>
  /**
   * Charges a kept card of the payment's customer, who is present. Returns the payment's state afterwards: unpaid with
   * the rejection if the bank rejects the card.
   */
  payWithCard(paymentId: string, card: { methodId: string; returnUrl: string }): Promise<CardPayment>
  /** Removes a kept card, so that it can never be charged again; does nothing if it is gone. */
  forgetCard(methodId: string): Promise<void>
  /** Cancels the payment for good. Returns its state afterwards: paid or processing if that came first. */
  cancelPayment(paymentId: string): Promise<CardPayment>
  /** A payment page at the provider's own address, for browsers without JavaScript. */
  createHostedPage(page: NewHostedPage): Promise<HostedPage>
  findHostedPage(pageId: string): Promise<HostedPage>
  /** Closes the page. Returns its state afterwards: complete if the customer was faster. */
  closeHostedPage(pageId: string): Promise<HostedPage>
  /**
   * Refunds money to the card, once per `refundId` and number of `failures`, so that a refund that the provider gave up
   * can be retried. Null during a dispute: the bank decides first. `isWhole`: the refund is the row's whole amount.
   */
  refund(refund: {
    refundId: string
    failures: number
    paymentId: string
    amountCents: Cents
    isWhole: boolean
  }): Promise<CardRefund | null>
  /** Every refund of a payment, newest first. The payment is found by its id, its charge or one of its refunds. */
  refundsOf(
    of: { paymentId: string } | { chargeId: string } | { providerRefundId: string },
  ): Promise<{ paymentId: string | null; refunds: readonly CardRefund[] }>
  /** The card that was charged, in words: "Visa 4242"; null if it was not a card. */
  cardOf(chargeId: string): Promise<string | null>
  /** Transfers money from a charge to a connected account, payable starting at `availableAt`; once per `transferId`. */
  transfer(transfer: {
    transferId: string
    chargeId: string
    accountId: string
    checkoutId: string
    amountCents: Cents
  }): Promise<{ id: string; availableAt: Date | null }>
  /**
   * Reverses a transfer, in whole or in part, once per `reversalId`. Null if the account's balance is too low. A retry
   * must pass the number of attempts that were already rejected as `rejections`, since the provider repeats a rejection
   * for the same key for a day.
   */
  reverseTransfer(reversal: {
    reversalId: string
    rejections: number
    providerTransferId: string
    amountCents: Cents
  }): Promise<{ id: string } | null>
  findDispute(disputeId: string): Promise<CardDispute>
  /** The provider's fee for a charge. */
  feeOf(chargeId: string): Promise<Cents>
  /**
   * Verifies the signature and parses the event; "rejected" if it is forged, stale or not an event. A live endpoint for
   * connected accounts also receives test mode events.
   */
  readWebhook(body: string, signature: string): Promise<ProviderEvent | "of the other mode" | "rejected">
  /** Events since this moment, newest first, to find those whose webhook never arrived. */
  listEvents(since: Date): AsyncIterable<ProviderEvent>
}
