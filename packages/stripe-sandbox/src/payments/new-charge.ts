import { testCardOf } from "../cards/new-payment-method.ts"
import type { Decline } from "../cards/test-cards.ts"
import { newId, randomText } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import type { World } from "../world.ts"

type Charge = Documents["charge"]
type Intent = Documents["payment_intent"]
type Method = Documents["payment_method"]

/** Creates a payment intent's charge, succeeded or declined. The caller writes the books and emits the events. */
export function newCharge(world: World, intent: Intent, method: Method, decline?: Decline): Charge {
  const paid = !decline
  return {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: statementOf(intent),
    captured: paid,
    created: world.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(world, intent, method), type: "card" },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: paid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: intent.transfer_group ?? (paid ? `group_${intent.id}` : null),
  }
}

/** The text on the bank statement: the account's prefix and the payment's suffix, at most 22 characters. */
function statementOf({ statement_descriptor, statement_descriptor_suffix }: Intent): string {
  const suffix = statement_descriptor_suffix ? `* ${statement_descriptor_suffix}` : ""
  return `${statement_descriptor ?? "PUSHCART"}${suffix}`.toUpperCase().slice(0, 22)
}

function outcomeOf(decline?: Decline): Charge["outcome"] {
  return {
    advice_code: decline ? "try_again_later" : null,
    network_advice_code: null,
    network_decline_code: decline ? "01" : null,
    network_status: decline ? "declined_by_network" : "approved_by_network",
    reason: decline?.declineCode ?? null,
    risk_level: "normal",
    risk_score: 12,
    seller_message: decline ? "The bank did not return any further details." : "Payment complete.",
    type: decline ? "issuer_declined" : "authorized",
  }
}

type CardDetails = NonNullable<NonNullable<Charge["payment_method_details"]>["card"]>

function cardDetails(world: World, intent: Intent, method: Method): CardDetails {
  const authenticated = testCardOf(world, method).threeDSecure ?? false
  return {
    amount_authorized: intent.amount,
    authorization_code: randomText(6),
    brand: method.card?.brand ?? null,
    checks: method.card?.checks ?? null,
    country: "US",
    electronic_commerce_indicator: authenticated ? "05" : null,
    exp_month: method.card?.exp_month ?? 1,
    exp_year: method.card?.exp_year ?? 2030,
    fingerprint: method.card?.fingerprint ?? null,
    funding: method.card?.funding ?? null,
    installments: null,
    last4: method.card?.last4 ?? null,
    mandate: null,
    network: method.card?.brand ?? null,
    network_token: { used: false },
    network_transaction_id: randomText(15),
    regulated_status: "unregulated",
    three_d_secure: authenticated
      ? {
          authentication_flow: "challenge",
          electronic_commerce_indicator: "05",
          exemption_indicator: null,
          result: "authenticated",
          result_reason: null,
          transaction_id: randomText(20),
          version: "2.2.0",
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  }
}
