import type { Approval } from "#core/identity/states.ts"
import { type BesideCard, besideCard } from "./beside-card.ts"

export type CourierFacts = {
  readonly approval: Approval
  readonly denialReason: string | null
  readonly wasApproved: boolean
  readonly onboarded: boolean | null
  readonly hasAccount: boolean
  readonly requirements: readonly string[]
}

export type CourierCard =
  | { readonly kind: "waiting-for-approval" }
  | { readonly kind: "denied"; readonly reason: string; readonly wasApproved: boolean }
  | { readonly kind: "rejected-by-stripe" }
  | { readonly kind: "connect-stripe" }
  | { readonly kind: "deliver" }
  | { readonly kind: "please-wait" }

export type CourierStatus = BesideCard & {
  readonly card: CourierCard
  /** A payout account can be connected while the application waits. */
  readonly canConnect: boolean
}

/** The card of the courier's dashboard, in the specification's order; a denial is shown first. */
export function courierStatus(facts: CourierFacts): CourierStatus {
  const card = cardFor(facts)
  const canConnect = facts.approval === "waiting" && facts.onboarded === null
  return { card, ...besideCard(facts, card.kind), canConnect }
}

/** Only approved and onboarded couriers see and take deliveries. */
export const mayDeliver = (facts: Pick<CourierFacts, "approval" | "onboarded">): boolean =>
  facts.approval === "approved" && facts.onboarded === true

function cardFor(facts: CourierFacts): CourierCard {
  const { approval, onboarded, hasAccount, requirements } = facts
  const missing = requirements.length > 0
  if (approval === "denied")
    return { kind: "denied", reason: facts.denialReason ?? "", wasApproved: facts.wasApproved }
  if (onboarded && approval !== "approved" && hasAccount && !missing) return { kind: "waiting-for-approval" }
  if (onboarded === false && hasAccount && missing) return { kind: "rejected-by-stripe" }
  if (onboarded === null && approval === "approved") return { kind: "connect-stripe" }
  if (mayDeliver(facts)) return { kind: "deliver" }
  return { kind: "please-wait" }
}
