import { describe, expect, it } from "vitest"
import { APPROVALS, SUBSCRIPTIONS } from "#core/identity/states.ts"
import { type CourierFacts, courierStatus } from "./courier-card.ts"
import { type SellerFacts, sellerStatus } from "./seller-card.ts"

const ONBOARDED = [null, false, true] as const
const REQUIREMENTS = [[], ["individual.verification.document"]] as const

function* everySeller(): Generator<SellerFacts> {
  for (const approval of APPROVALS)
    for (const onboarded of ONBOARDED)
      for (const subscription of SUBSCRIPTIONS)
        for (const requirements of REQUIREMENTS)
          for (const hasAccount of [false, true])
            for (const productCount of [0, 3])
              yield {
                approval,
                onboarded,
                subscription,
                requirements,
                hasAccount,
                productCount,
                denialReason: "No",
                wasApproved: false,
              }
}

function* everyCourier(): Generator<CourierFacts> {
  for (const approval of APPROVALS)
    for (const onboarded of ONBOARDED)
      for (const requirements of REQUIREMENTS)
        for (const hasAccount of [false, true])
          yield { approval, onboarded, requirements, hasAccount, denialReason: "No", wasApproved: false }
}

/** The specification's cards, written a second time as a list of conditions in order of precedence. */
function specSeller(f: SellerFacts): string {
  const approved = f.approval === "approved"
  const hassub = f.subscription === "active" || f.subscription === "past_due"
  const missing = f.requirements.length > 0
  if (f.approval === "denied") return "denied"
  if (approved && f.onboarded === true && hassub) return "products"
  if (f.onboarded === true && !approved && f.hasAccount && !missing) return "waiting-for-approval"
  if (f.onboarded === false && f.hasAccount && missing) return "rejected-by-stripe"
  if (f.onboarded === null) return "connect-stripe"
  if (f.onboarded === true && approved && !hassub) return "subscribe"
  return "please-wait"
}

it("says that the application is being looked at, whatever else the card says", {
  tags: ["SELL-10", "COURIER-9"],
}, () => {
  const all = [
    ...[...everySeller()].map((facts) => ({ facts, ...sellerStatus(facts) })),
    ...[...everyCourier()].map((facts) => ({ facts, ...courierStatus(facts) })),
  ]
  for (const { facts, card, isBeingReviewed } of all)
    expect(isBeingReviewed || card.kind === "waiting-for-approval").toBe(facts.approval === "waiting")
})

describe("the seller's status card", () => {
  it("is the specification's for every combination of facts", { tags: ["SELL-10"] }, () => {
    let seen = 0
    for (const facts of everySeller()) {
      const { card } = sellerStatus(facts)
      expect([facts, card.kind]).toEqual([facts, specSeller(facts)])
      if (card.kind === "products") expect(card.canViewProducts).toBe(facts.productCount > 0)
      seen += 1
    }
    expect(seen).toBe(3 * 3 * 5 * 2 * 2 * 2)
  })

  it("offers products to nobody who lacks approval, onboarding or a plan", { tags: ["SELL-4"] }, () => {
    for (const facts of everySeller()) {
      if (sellerStatus(facts).card.kind !== "products") continue
      expect(facts).toMatchObject({ approval: "approved", onboarded: true })
      expect(["active", "past_due"]).toContain(facts.subscription)
    }
  })

  it("links new requirements whatever else it says", { tags: ["SELL-10"] }, () => {
    for (const facts of everySeller()) {
      const { card, requirementsDue } = sellerStatus(facts)
      const due = facts.hasAccount && facts.requirements.length > 0
      expect(requirementsDue || card.kind === "rejected-by-stripe").toBe(
        due || card.kind === "rejected-by-stripe",
      )
    }
  })
})

describe("the deliverer's card", () => {
  it("lets only the approved and onboarded search for deliveries", { tags: ["COURIER-5"] }, () => {
    let seen = 0
    for (const facts of everyCourier()) {
      const { card } = courierStatus(facts)
      expect(card.kind === "deliver").toBe(facts.approval === "approved" && facts.onboarded === true)
      expect(card.kind === "denied").toBe(facts.approval === "denied")
      seen += 1
    }
    expect(seen).toBe(3 * 3 * 2 * 2)
  })

  it("follows the specification's order", {
    tags: ["COURIER-2", "COURIER-3", "COURIER-4", "COURIER-6"],
  }, () => {
    const facts: CourierFacts = {
      approval: "waiting",
      denialReason: null,
      wasApproved: false,
      onboarded: true,
      hasAccount: true,
      requirements: [],
    }
    expect(courierStatus(facts).card.kind).toBe("waiting-for-approval")
    expect(courierStatus({ ...facts, onboarded: false, requirements: ["bank"] }).card.kind).toBe(
      "rejected-by-stripe",
    )
    expect(courierStatus({ ...facts, approval: "approved", onboarded: null }).card.kind).toBe(
      "connect-stripe",
    )
    expect(courierStatus({ ...facts, onboarded: null }).card.kind).toBe("please-wait")
  })
})
