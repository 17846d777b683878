import type { Approval, SubscriptionStatus } from "#core/identity/states.ts"
import { type BesideCard, besideCard } from "./beside-card.ts"

/** The three independent facts about a seller, and what follows from them on the dashboard. */
export type SellerFacts = {
  readonly approval: Approval
  readonly denialReason: string | null
  readonly wasApproved: boolean
  /** The spec's `sucess`: null = not begun, false = the provider needs more or rejected, true = can be paid. */
  readonly onboarded: boolean | null
  readonly hasAccount: boolean
  readonly requirements: readonly string[]
  readonly subscription: SubscriptionStatus
  readonly productCount: number
}

export type SellerCard =
  | { readonly kind: "products"; readonly canViewProducts: boolean }
  | { readonly kind: "waiting-for-approval" }
  | { readonly kind: "denied"; readonly reason: string; readonly wasApproved: boolean }
  | { readonly kind: "rejected-by-stripe" }
  | { readonly kind: "connect-stripe" }
  | { readonly kind: "subscribe" }
  | { readonly kind: "please-wait" }

export type SellerStatus = BesideCard & { readonly card: SellerCard }

/** Whether a subscription lets its seller list and sell, also while Stripe retries a failed renewal. */
export const isSubscribed = (subscription: SubscriptionStatus): boolean =>
  subscription === "active" || subscription === "past_due"

/** The status card of the seller's dashboard, in the specification's order; a denial is shown first. */
export function sellerStatus(facts: SellerFacts): SellerStatus {
  const card = cardFor(facts)
  return { card, ...besideCard(facts, card.kind) }
}

function cardFor(facts: SellerFacts): SellerCard {
  const { approval, onboarded, hasAccount, requirements, subscription } = facts
  const approved = approval === "approved"
  const missing = requirements.length > 0
  if (approval === "denied")
    return { kind: "denied", reason: facts.denialReason ?? "", wasApproved: facts.wasApproved }
  if (approved && onboarded && isSubscribed(subscription)) {
    return { kind: "products", canViewProducts: facts.productCount > 0 }
  }
  if (onboarded && !approved && hasAccount && !missing) return { kind: "waiting-for-approval" }
  if (onboarded === false && hasAccount && missing) return { kind: "rejected-by-stripe" }
  if (onboarded === null) return { kind: "connect-stripe" }
  if (onboarded && approved) return { kind: "subscribe" }
  return { kind: "please-wait" }
}
