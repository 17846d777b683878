import type { Approval } from "#core/identity/states.ts"
import { requirementWords } from "#core/payouts/requirements.ts"

type Facts = {
  readonly approval: Approval
  readonly onboarded: boolean | null
  readonly hasAccount: boolean
  readonly requirements: readonly string[]
}

/** What a dashboard says of the payout account and the application, whatever its card says. */
export type BesideCard = {
  readonly requirementsDue: boolean
  /** What Stripe asks for, in words. */
  readonly asked: readonly string[]
  /** Stripe has everything that it asked for, and has not decided yet. */
  readonly isBeingChecked: boolean
  /** Our team is reviewing the application while the card is about something else. */
  readonly isBeingReviewed: boolean
}

/** The same for sellers and couriers. */
export function besideCard(facts: Facts, card: string): BesideCard {
  const requirements = facts.hasAccount ? facts.requirements : []
  return {
    requirementsDue: requirements.length > 0 && card !== "rejected-by-stripe",
    asked: requirementWords(requirements),
    isBeingChecked: facts.hasAccount && facts.onboarded === false && requirements.length === 0,
    isBeingReviewed: facts.approval === "waiting" && card !== "waiting-for-approval",
  }
}
