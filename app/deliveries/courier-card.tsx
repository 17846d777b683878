import {
  APPLY_AGAIN,
  approvalEnded,
  rejectedByStripe,
  StatusCard,
  type StatusWords,
} from "#app/dashboard/status-card.tsx"
import { REVIEW_TIME } from "#core/approvals/applicants.ts"
import type { CourierStatus } from "#core/approvals/courier-card.ts"

const REQUIREMENTS = "/requirement-express"

/** The courier's approval status, in the specification's words. */
export function CourierStatusCard({ status }: { status: CourierStatus }) {
  return <StatusCard words={wordsOf(status)} status={status} requirementsPage={REQUIREMENTS} />
}

function wordsOf({ card, asked, canConnect }: CourierStatus): StatusWords {
  switch (card.kind) {
    case "waiting-for-approval":
      return {
        title: "Waiting for approval to Deliverer",
        text: `Our team is reviewing your photo ID and will email you. ${REVIEW_TIME}`,
      }
    case "denied":
      return card.wasApproved
        ? approvalEnded("You can no longer deliver", "deliverer", card.reason)
        : { title: "You weren't approved to deliver", text: card.reason, links: [APPLY_AGAIN] }
    case "rejected-by-stripe":
      return rejectedByStripe(REQUIREMENTS, asked)
    case "connect-stripe":
      return {
        title: "Connect with Stripe",
        text: "Stripe pays you for your deliveries. Add your bank account to get paid.",
        links: [{ to: "/stripe", label: "Register" }],
      }
    case "deliver":
      return {
        title: "Deliver with Pushcart",
        text: "Orders are waiting at markets near you.",
        links: [{ to: "/deliveries", label: "Search New Deliveries" }],
      }
    case "please-wait":
      return canConnect
        ? {
            title: "Please Wait",
            text: "Meanwhile, you can connect the bank account you want to be paid to.",
            links: [{ to: "/stripe", label: "Register" }],
          }
        : { title: "Please Wait" }
  }
}
