import { newPrice, type Price } from "../billing/prices.ts"
import type { Call } from "../http/api.ts"
import { invalidRequest, missingParam } from "../http/errors.ts"
import { mergeMetadata } from "../http/params.ts"
import { newId, randomText } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import type { CreateParams } from "./session-params.ts"

export type Session = Documents["checkout.session"]

export interface Line {
  id: string
  price: Price
  name: string
  quantity: number
  amount: number
}

/** Facts of a session that are needed again when it is paid. */
export interface SessionFacts {
  lines: Line[]
  params: CreateParams
  intent?: string
}

const LEAST_SECONDS = 30 * 60
const MOST_SECONDS = 24 * 3600

export function createSession(call: Call<CreateParams>): Session {
  const { world, account, params } = call
  if (params.customer && params.customer_email) {
    throw invalidRequest("You may only specify one of these parameters: customer, customer_email.")
  }
  if (params.customer) world.store.get("customer", params.customer, account, "customer")
  const lines = linesOf(call)
  const total = params.mode === "setup" ? null : lines.reduce((sum, { amount }) => sum + amount, 0)
  if (params.mode === "payment" && (total ?? 0) < 50) {
    throw invalidRequest("The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: "amount_too_small",
    })
  }
  const id = `cs_test_${randomText(58)}`
  const session = blankSession(call, id, total, expiry(call))
  world.store.insert(session, account, { lines, params } satisfies SessionFacts)
  world.later("session.expire", id, session.expires_at)
  return session
}

function expiry({ world, params }: Call<CreateParams>): number {
  const now = world.now()
  const at = params.expires_at ?? now + MOST_SECONDS
  // Allow five seconds, because both clocks count whole seconds.
  if (at < now + LEAST_SECONDS - 5) {
    throw invalidRequest(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      { param: "expires_at" },
    )
  }
  if (at > now + MOST_SECONDS + 5) {
    throw invalidRequest(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    )
  }
  return at
}

function linesOf({ world, account, params }: Call<CreateParams>): Line[] {
  if (params.mode === "setup") return []
  if (!params.line_items?.length) throw missingParam("line_items")
  return params.line_items.map((given, index) => {
    const price = given.price_data
      ? newPrice(world, account, given.price_data)
      : world.store.get("price", given.price ?? "", account, `line_items[${index}][price]`)
    if ((params.mode === "subscription") !== (price.type === "recurring") && params.mode === "payment") {
      throw invalidRequest(
        "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
        { param: "line_items" },
      )
    }
    const quantity = given.quantity ?? 1
    const product = world.store.get("product", price.product, account)
    const amount = (price.unit_amount ?? 0) * quantity
    return { id: newId("li"), price, name: product.name, quantity, amount }
  })
}

/** As in the API, only a session with a customer has these options. */
function savedCardOptions({
  customer,
  saved_payment_method_options: given,
}: CreateParams): Session["saved_payment_method_options"] {
  if (!customer) {
    if (!given) return null
    throw invalidRequest("You can only use `saved_payment_method_options` with a customer.", {
      param: "saved_payment_method_options",
    })
  }
  return {
    allow_redisplay_filters: given?.allow_redisplay_filters ?? ["always"],
    payment_method_remove: given?.payment_method_remove ?? "disabled",
    payment_method_save: given?.payment_method_save ?? "disabled",
  }
}

function blankSession(
  call: Call<CreateParams>,
  id: string,
  total: number | null,
  expiresAt: number,
): Session {
  const { world, params } = call
  const paymentMode = params.mode === "payment"
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: world.now(),
    currency: params.mode === "setup" ? (params.currency ?? null) : "usd",
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation: paymentMode ? (params.customer_creation ?? "if_required") : null,
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts: null,
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: (params.locale ?? null) as Session["locale"],
    managed_payments: null,
    metadata: mergeMetadata(null, params.metadata),
    mode: params.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: params.payment_method_collection ?? (paymentMode ? "if_required" : "always"),
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_status: params.mode === "setup" ? "no_payment_required" : "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: savedCardOptions(params),
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url,
    total_details: total === null ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${world.publicBase()}/c/pay/${id}`,
    wallet_options: null,
  }
}
