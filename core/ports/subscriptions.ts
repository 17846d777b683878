import type { SubscriptionStatus } from "#core/identity/states.ts"
import type { Cents } from "#core/money.ts"

/** A seller's monthly subscription as the provider knows it at this moment. */
export type ProviderSubscription = {
  readonly id: string
  readonly customerId: string
  /** The seller for whom the subscription was started. */
  readonly userId: string | null
  readonly state: SubscriptionStatus
  /** Lets only the seller's browser pay the first month; null if nothing is to be paid. */
  readonly clientSecret: string | null
}

/** A page at the provider's own address, for browsers without JavaScript. */
export type HostedCardPage = { readonly id: string; readonly url: string | null }

/** Where the page returns to; the provider replaces `{page}` with the page's id. */
export type CardPageReturn = { readonly successUrl: string; readonly cancelUrl: string }

/** The result of a finished page. */
export type FinishedCardPage = {
  readonly customerId: string | null
  readonly subscriptionId: string | null
  readonly cardId: string | null
}

/**
 * Monthly subscriptions. Cards are tokens or payment methods that the browser created. Throws `provider_down`, and
 * `payment_failed` with a message for the cardholder. Never call this inside a database transaction.
 */
export interface Subscriptions {
  /** The id of the provider's customer for a seller; another call returns the same customer. */
  customerFor(seller: { userId: string; email: string; name: string }): Promise<string>
  /** Makes a card (`tok_…` or `pm_…`) the one that pays for the customer's subscription; returns the card's id. */
  changeCard(customerId: string, card: string): Promise<string>
  /** Starts the subscription, unpaid. `attempt` identifies it: the same attempt, sent twice, is one subscription. */
  begin(subscription: { userId: string; customerId: string; attempt: string }): Promise<ProviderSubscription>
  find(subscriptionId: string): Promise<ProviderSubscription>
  /** A customer's subscriptions that have not ended, oldest first; their state says whether they are paid. */
  subscriptionsOf(customerId: string): Promise<ProviderSubscription[]>
  /** Pays the open invoice of a subscription with the card on file: the first month, or a renewal that failed. */
  payOpen(subscriptionId: string): Promise<ProviderSubscription>
  /** Ends the subscription immediately and voids its open invoices. Does nothing if it has ended already. */
  cancel(subscriptionId: string): Promise<ProviderSubscription>
  /** Refunds everything that was paid for a subscription, once no matter how often it is called. Returns the amount. */
  giveBack(subscriptionId: string): Promise<Cents>
  /** A customer has one open page at a time: repeated and concurrent calls return the same page. */
  createSubscriptionPage(
    subscription: { userId: string; customerId: string } & CardPageReturn,
  ): Promise<HostedCardPage>
  createCardPage(customer: { customerId: string } & CardPageReturn): Promise<HostedCardPage>
  /** Closes the open pages for a subscription, which can then no longer be paid. */
  closeSubscriptionPages(customerId: string): Promise<void>
  findCardPage(pageId: string): Promise<FinishedCardPage>
}
