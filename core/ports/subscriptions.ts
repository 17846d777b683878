import type { SubscriptionStatus } from "#core/identity/states.ts"
import type { Cents } from "#core/money.ts"

/** A seller's monthly subscription as the provider knows it at this moment. */
export type ProviderSubscription = {
  readonly id: string
  readonly customerId: string
  /** The seller that it was begun for. */
  readonly userId: string | null
  readonly state: SubscriptionStatus
  /** Lets the seller's browser, and nobody else, pay the first month; null when nothing is to be paid. */
  readonly clientSecret: string | null
}

/** A page at the provider's own address, for browsers without JavaScript. */
export type CardPage = { readonly id: string; readonly url: string | null }

/** Where the page leads back to; the provider puts the page's id in place of `{page}`. */
export type CardPageReturn = { readonly successUrl: string; readonly cancelUrl: string }

/** What a finished page has come to. */
export type FinishedCardPage = {
  readonly customerId: string | null
  readonly subscriptionId: string | null
  readonly cardId: string | null
}

/**
 * Monthly subscriptions. Cards come as tokens or payment methods that the browser made. Throws `provider_down`, and
 * `payment_failed` with a sentence for the cardholder. Never call this inside a database transaction.
 */
export interface Subscriptions {
  /** The provider's customer of a seller; asked again it answers the same. */
  customerFor(seller: { userId: string; email: string; name: string }): Promise<string>
  /** Makes a card (`tok_…` or `pm_…`) the one that the customer's subscription is paid with; answers its id. */
  changeCard(customerId: string, card: string): Promise<string>
  /** Begins the subscription, unpaid. `attempt` names it: the same attempt twice is one subscription. */
  begin(subscription: { userId: string; customerId: string; attempt: string }): Promise<ProviderSubscription>
  find(subscriptionId: string): Promise<ProviderSubscription>
  /** A customer's subscriptions that have not ended, the oldest first; paid for are those whose state says so. */
  subscriptionsOf(customerId: string): Promise<ProviderSubscription[]>
  /** Pays what is open of a subscription with the card on file: the first month, or a renewal that failed. */
  payOpen(subscriptionId: string): Promise<ProviderSubscription>
  /** Ends the subscription at once, and its open invoices can no longer be paid. Does nothing if it ended before. */
  cancel(subscriptionId: string): Promise<ProviderSubscription>
  /**
   * Sends back everything that was paid for a subscription, once however often it is asked. Answers how much that is.
   */
  giveBack(subscriptionId: string): Promise<Cents>
  /** Of a customer there is one open page at a time: who asks again, or at the same instant, gets that page. */
  createSubscriptionPage(
    subscription: { userId: string; customerId: string } & CardPageReturn,
  ): Promise<CardPage>
  createCardPage(customer: { customerId: string } & CardPageReturn): Promise<CardPage>
  /** Closes the open pages for a subscription, which can then no longer be paid. */
  closeSubscriptionPages(customerId: string): Promise<void>
  findCardPage(pageId: string): Promise<FinishedCardPage>
}
