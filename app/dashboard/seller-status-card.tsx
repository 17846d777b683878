import {
  APPLY_AGAIN,
  approvalEnded,
  rejectedByStripe,
  StatusCard,
  type StatusWords,
} from "#app/dashboard/status-card.tsx"
import { REVIEW_TIME } from "#core/approvals/applicants.ts"
import type { SellerStatus } from "#core/approvals/seller-card.ts"

const REQUIREMENTS = "/requirement"

/** The seller's status, in the specification's words. */
export function SellerStatusCard({ status, isPaused }: { status: SellerStatus; isPaused: boolean }) {
  return <StatusCard words={wordsOf(status, isPaused)} status={status} requirementsPage={REQUIREMENTS} />
}

function wordsOf({ card, asked }: SellerStatus, isPaused: boolean): StatusWords {
  switch (card.kind) {
    case "products": {
      const all = [
        { to: "/add-product", label: "Insert a Product" },
        { to: "/all-my-products", label: "View my Products" },
      ]
      return {
        title: "Products",
        text: isPaused ? "Your market is paused." : "Your market is open.",
        links: all.slice(0, card.canViewProducts ? 2 : 1),
      }
    }
    case "waiting-for-approval":
      return {
        title: "Waiting for approval to sell",
        text: `Our team is reviewing your documents and will email you. ${REVIEW_TIME}`,
      }
    case "denied":
      return card.wasApproved
        ? approvalEnded("Your market is closed", "seller", card.reason)
        : { title: "Your market wasn't approved", text: card.reason, links: [APPLY_AGAIN] }
    case "rejected-by-stripe":
      return rejectedByStripe(REQUIREMENTS, asked)
    case "connect-stripe":
      return {
        title: "Connect with Stripe",
        text: "Must register for stripe to handle payments",
        links: [{ to: "/register-stripe", label: "Register" }],
      }
    case "subscribe":
      return {
        title: "Subscribe to sell on this platform",
        text: "$5.00 a month, and you can cancel at any time.",
        links: [{ to: "/register-subscription", label: "Subscribe" }],
      }
    case "please-wait":
      return { title: "Please Wait, Come back later further updates" }
  }
}
