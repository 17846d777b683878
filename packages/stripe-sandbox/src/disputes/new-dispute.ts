import { recordTransaction } from "../balance/record-transaction.ts"
import { invalidRequest } from "../http/errors.ts"
import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"

export type Dispute = Documents["dispute"]

const FEE_CENTS = 1_500
const DAYS_TO_ANSWER = 9

const NO_EVIDENCE: Dispute["evidence"] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/**
 * Opens a dispute. The cardholder's bank takes the money and a fee immediately; who gets the money is decided later.
 */
export function newDispute(world: World, chargeId: string, reason = "fraudulent"): Dispute {
  const account = world.store.accountOf(chargeId)
  const charge = world.store.get("charge", chargeId, account, "charge")
  if (!charge.paid || charge.disputed) {
    throw invalidRequest(`Charge ${charge.id} was not paid, or is disputed already.`)
  }
  const amount = charge.amount - charge.amount_refunded
  const dispute: Dispute = {
    id: newId("du"),
    object: "dispute",
    amount,
    charge: charge.id,
    created: world.now(),
    currency: "usd",
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: world.now() + DAYS_TO_ANSWER * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details?.card?.brand ?? "visa",
        case_type: "chargeback",
        network: "visa",
        network_reason_code: "10.4",
      },
      type: "card",
    },
    reason,
    status: "needs_response",
  }
  world.store.insert(dispute, account)
  recordTransaction(world, account, {
    type: "adjustment",
    amount: -amount,
    fee: FEE_CENTS,
    source: dispute.id,
  })
  world.store.save({ ...charge, disputed: true })
  emitEvent(world, "charge.dispute.created", dispute, account)
  emitEvent(world, "charge.dispute.funds_withdrawn", dispute, account)
  return dispute
}

/** Closes a dispute. If won, the money comes back without the fee; if lost, the cardholder keeps it. */
export function closeDispute(world: World, id: string, status: "won" | "lost"): Dispute {
  const account = world.store.accountOf(id)
  const dispute = world.store.get("dispute", id, account)
  if (dispute.status === "won" || dispute.status === "lost") {
    throw invalidRequest(`This dispute is already ${dispute.status}.`)
  }
  const closed = world.store.save({ ...dispute, status })
  if (status === "won") {
    recordTransaction(world, account, { type: "adjustment", amount: dispute.amount, source: dispute.id })
    world.store.save({ ...world.store.get("charge", dispute.charge, account), disputed: false })
    emitEvent(world, "charge.dispute.funds_reinstated", closed, account)
  }
  emitEvent(world, "charge.dispute.closed", closed, account)
  return closed
}
