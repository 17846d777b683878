import { invalidRequest } from "../http/errors.ts"
import { newId, randomText } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"

type Intent = Documents["payment_intent"]

/** Throws unless the amount is one that Stripe takes by card: 50 cents to 999,999.99 dollars. */
export function checkAmount(amount: number): void {
  if (amount < 1) {
    throw invalidRequest("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    })
  }
  if (amount < 50) {
    throw invalidRequest("Amount must be at least $0.50 usd", { code: "amount_too_small", param: "amount" })
  }
  if (amount > 99_999_999) {
    throw invalidRequest("Amount must be no more than $999,999.99", {
      code: "amount_too_large",
      param: "amount",
    })
  }
}

/** Stores a new, unconfirmed payment intent; `fields` are the caller's. */
export function newIntent(
  world: World,
  account: string,
  fields: Partial<Intent> & { amount: number },
  hidden: object = {},
): Intent {
  checkAmount(fields.amount)
  const id = newId("pi")
  const intent: Intent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects: "always", enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: "automatic",
    created: world.now(),
    currency: "usd",
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
    ...fields,
  }
  if (intent.payment_method && intent.status === "requires_payment_method")
    intent.status = "requires_confirmation"
  world.store.insert(intent, account, hidden)
  emitEvent(world, "payment_intent.created", intent, account)
  return intent
}
