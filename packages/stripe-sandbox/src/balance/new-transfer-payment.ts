import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import { recordTransaction } from "./record-transaction.ts"

interface Incoming {
  id: string
  amount: number
  group: string | null
  availableOn: number
}

/** The payment that records an incoming transfer on the connected account's own books. */
export function newTransferPayment(world: World, account: string, transfer: Incoming): Documents["charge"] {
  const id = newId("py")
  const booked = recordTransaction(world, account, {
    type: "payment",
    amount: transfer.amount,
    source: id,
    availableOn: transfer.availableOn,
  })
  const payment: Documents["charge"] = {
    id,
    object: "charge",
    amount: transfer.amount,
    amount_captured: transfer.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: booked.id,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: world.now(),
    currency: "usd",
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: null,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: transfer.id,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: transfer.group,
  }
  world.store.insert(payment, account)
  emitEvent(world, "payment.created", payment, account)
  return payment
}
