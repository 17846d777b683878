import type { Approval, SubscriptionStatus } from "#core/identity/states.ts"
import { requirementWords } from "#core/payouts/requirements.ts"

/** The three independent facts about a seller, and what follows from them on the dashboard. */
export type SellerFacts = {
  readonly approval: Approval
  readonly denialReason: string | null
  readonly wasApproved: boolean
  /** The spec's `sucess`: null = not begun, false = the provider wants more or rejected, true = may be paid. */
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

export type SellerStatus = {
  readonly card: SellerCard
  /** New requirements are linked whatever else the card says. */
  readonly requirementsDue: boolean
  /** What Stripe asks for, in words. */
  readonly asked: readonly string[]
  /** Stripe has everything that it asked for, and has not said yet whether it will do. */
  readonly isBeingChecked: boolean
  /** Our team looks at the application while the card speaks of something else. */
  readonly isBeingReviewed: boolean
}

/** Whether a subscription lets its seller list and sell: Stripe's retries of a failed renewal are still within it. */
export const isSubscribed = (subscription: SubscriptionStatus): boolean =>
  subscription === "active" || subscription === "past_due"

/** The status card of the seller's dashboard, in the specification's order; a denial is shown first. */
export function sellerStatus(facts: SellerFacts): SellerStatus {
  const card = cardFor(facts)
  const requirementsDue =
    facts.hasAccount && facts.requirements.length > 0 && card.kind !== "rejected-by-stripe"
  const isBeingReviewed = facts.approval === "waiting" && card.kind !== "waiting-for-approval"
  const asked = facts.hasAccount ? requirementWords(facts.requirements) : []
  const isBeingChecked = facts.hasAccount && facts.onboarded === false && facts.requirements.length === 0
  return { card, requirementsDue, asked, isBeingChecked, isBeingReviewed }
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
