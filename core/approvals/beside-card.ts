import type { Approval } from "#core/identity/states.ts"
import { requirementWords } from "#core/payouts/requirements.ts"

type Facts = {
  readonly approval: Approval
  readonly onboarded: boolean | null
  readonly hasAccount: boolean
  readonly requirements: readonly string[]
}

/** Lines about the payout account and the application that the dashboard adds to any card. */
export type BesideCard = {
  readonly requirementsDue: boolean
  /** Stripe's open requirements, in words. */
  readonly asked: readonly string[]
  /** Stripe has everything that it requested, and has not decided yet. */
  readonly isBeingChecked: boolean
  /** Our team is reviewing the application while the card is about something else. */
  readonly isBeingReviewed: boolean
}

/**
 * Computes the lines for sellers and couriers alike; `card` is the status card above them, which they do not repeat.
 */
export function besideCard(facts: Facts, card: string): BesideCard {
  const requirements = facts.hasAccount ? facts.requirements : []
  return {
    requirementsDue: requirements.length > 0 && card !== "rejected-by-stripe",
    asked: requirementWords(requirements),
    isBeingChecked: facts.hasAccount && facts.onboarded === false && requirements.length === 0,
    isBeingReviewed: facts.approval === "waiting" && card !== "waiting-for-approval",
  }
}
