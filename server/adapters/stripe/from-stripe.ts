import type Stripe from "stripe"
import { z } from "zod"
import { cents } from "#core/money.ts"
import type {
  CardDispute,
  CardPayment,
  CardRefund,
  ChargedCard,
  HostedPage,
  KeptCard,
  PaymentState,
  ProviderEvent,
} from "#core/ports/payments.ts"

/** The metadata field that ties a payment to our row. */
export const CHECKOUT_FIELD = "checkout_id"

/** The metadata fields that tie a refund to our row and to its attempt. */
export const REFUND_FIELDS = { id: "refund_id", failures: "failures" } as const

const STATES: Record<string, PaymentState> = {
  requires_payment_method: "unpaid",
  requires_confirmation: "unpaid",
  requires_action: "needs_action",
  processing: "processing",
  requires_capture: "processing",
  succeeded: "paid",
  canceled: "cancelled",
}

const PAGE_STATES: Record<string, HostedPage["state"]> = {
  open: "open",
  complete: "complete",
  expired: "expired",
}

/** The charge of a payment says which card paid it, and its payment method whether that card is kept. */
export const WITH_CARD = { expand: ["latest_charge", "payment_method"] }

/** Converts a PaymentIntent to the domain's type. */
export function cardPayment(intent: Stripe.PaymentIntent): CardPayment {
  const rejection = intent.last_payment_error
  return {
    id: intent.id,
    checkoutId: intent.metadata[CHECKOUT_FIELD] ?? null,
    state: STATES[intent.status] ?? "processing",
    amountCents: cents(intent.amount),
    chargeId: idOf(intent.latest_charge),
    card: chargedCard(intent.latest_charge),
    clientSecret: intent.client_secret,
    rejection: rejection
      ? { code: rejection.code ?? null, declineCode: rejection.decline_code ?? null }
      : null,
    savesCard: intent.setup_future_usage !== null,
    keptCard: keptCard(intent),
    bankUrl: intent.next_action?.redirect_to_url?.url ?? null,
  }
}

/** The card of a paid intent, if it is attached to the intent's customer: Stripe attaches it only on request. */
function keptCard({ status, customer, payment_method: method }: Stripe.PaymentIntent): KeptCard | null {
  const customerId = idOf(customer)
  if (status !== "succeeded" || !method || typeof method === "string" || !method.card) return null
  if (!customerId || idOf(method.customer) !== customerId) return null
  const { brand, last4, exp_month, exp_year } = method.card
  return { methodId: method.id, customerId, brand, lastFour: last4, expMonth: exp_month, expYear: exp_year }
}

/** The card of an expanded charge; null if the charge is not expanded, or was not made by card. */
function chargedCard(charge: Stripe.PaymentIntent["latest_charge"]): ChargedCard | null {
  if (!charge || typeof charge === "string") return null
  const card = charge.payment_method_details?.card
  if (!card?.brand || !card.last4) return null
  return {
    brand: card.brand,
    lastFour: card.last4,
    statementName: charge.calculated_statement_descriptor,
  }
}

/** Converts a hosted Checkout session to the domain's type. */
export function hostedPage(session: Stripe.Checkout.Session): HostedPage {
  return {
    id: session.id,
    checkoutId: session.client_reference_id,
    state: PAGE_STATES[session.status ?? "open"] ?? "open",
    url: session.url,
    paymentId: idOf(session.payment_intent),
  }
}

/** Converts a dispute to the domain's type; `ofPayment` are all disputes of its payment. */
export function cardDispute(dispute: Stripe.Dispute, ofPayment: readonly Stripe.Dispute[]): CardDispute {
  return {
    id: dispute.id,
    paymentId: idOf(dispute.payment_intent),
    state: disputeState(dispute),
    isTakenByAnother: ofPayment.some((other) => other.id !== dispute.id && disputeState(other) !== "won"),
    fees: dispute.balance_transactions
      .filter(({ fee }) => fee !== 0)
      .map(({ id, fee }) => ({ id, feeCents: cents(fee) })),
  }
}

/** An inquiry ("warning_…") moves no money, so it counts as won until it becomes a dispute. */
function disputeState({ status }: Stripe.Dispute): CardDispute["state"] {
  if (status === "won" || status.startsWith("warning_")) return "won"
  return status === "lost" ? "lost" : "open"
}

const REFUND_STATES: Record<string, CardRefund["state"]> = {
  succeeded: "done",
  failed: "failed",
  canceled: "failed",
}

/** Converts a refund to the domain's type. */
export function cardRefund({ id, metadata, status, amount }: Stripe.Refund): CardRefund {
  return {
    id,
    refundId: metadata?.[REFUND_FIELDS.id] ?? null,
    failures: Number(metadata?.[REFUND_FIELDS.failures] ?? 0),
    state: REFUND_STATES[status ?? ""] ?? "pending",
    amountCents: cents(amount),
  }
}

/** "Visa 4242" */
export function cardName({ payment_method_details }: Stripe.Charge): string | null {
  const card = payment_method_details?.card
  if (!card?.brand || !card.last4) return null
  return `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} ${card.last4}`
}

/** A name that the database can store. */
const name = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\0]*$/)
const LAST_SECOND = Date.UTC(9999, 11, 31) / 1000
const eventShape = z.object({
  id: name,
  type: name,
  livemode: z.boolean(),
  account: name.nullish(),
  created: z.int().min(0).max(LAST_SECOND),
  data: z.object({ object: z.looseObject({ id: name.nullish() }) }),
})

/**
 * Checks the shape of a signed payload: Stripe always sends an event, but anyone with the secret may sign something
 * else.
 */
export const isEvent = (signed: unknown): signed is Stripe.Event => eventShape.safeParse(signed).success

/** Reduces an event to its type, ids and time: the handler loads the current state from Stripe. */
export function providerEvent(event: Stripe.Event): ProviderEvent {
  const object = event.data.object
  return {
    id: event.id,
    type: event.type,
    accountId: event.account ?? null,
    objectId: "id" in object && typeof object.id === "string" ? object.id : null,
    createdAt: new Date(event.created * 1000),
  }
}

export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null)
