import type { Subscription } from "#core/identity/states.ts"
import type { Cents } from "#core/money.ts"

/** A seller's monthly plan as the provider knows it at this moment. */
export type PlanTruth = {
  readonly id: string
  readonly customerId: string
  /** The seller that it was begun for. */
  readonly userId: string | null
  readonly state: Subscription
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
  readonly planId: string | null
  readonly cardId: string | null
}

/**
 * Monthly plans. Cards come as tokens or payment methods that the browser made. Throws `provider_down`, and
 * `payment_failed` with a sentence for the cardholder. Never call this inside a database transaction.
 */
export interface Subscriptions {
  /** The provider's customer of a seller; asked again it answers the same. */
  customerFor(seller: { userId: string; email: string; name: string }): Promise<string>
  /** Makes a card (`tok_…` or `pm_…`) the one that the customer's plan is paid with; answers its id. */
  changeCard(customerId: string, card: string): Promise<string>
  /** Begins the plan, unpaid. `attempt` names it: the same attempt twice is one plan. */
  begin(plan: { userId: string; customerId: string; attempt: string }): Promise<PlanTruth>
  find(planId: string): Promise<PlanTruth>
  /** A customer's plans that have not ended, the oldest first; paid for are those whose state says so. */
  plansOf(customerId: string): Promise<PlanTruth[]>
  /** Pays what is open of a plan with the card on file: the first month, or a renewal that failed. */
  payOpen(planId: string): Promise<PlanTruth>
  /** Ends the plan at once, and what is open of it cannot be paid any more. Ended already, it stays so. */
  cancel(planId: string): Promise<PlanTruth>
  /** Sends back everything that was paid for a plan, once however often it is asked. Answers how much that is. */
  giveBack(planId: string): Promise<Cents>
  /** Of a customer there is one open page at a time: who asks again, or at the same instant, gets that page. */
  createPlanPage(plan: { userId: string; customerId: string } & CardPageReturn): Promise<CardPage>
  createCardPage(customer: { customerId: string } & CardPageReturn): Promise<CardPage>
  /** Closes the open pages for a plan: they cannot be paid any more. */
  closePlanPages(customerId: string): Promise<void>
  findCardPage(pageId: string): Promise<FinishedCardPage>
}
