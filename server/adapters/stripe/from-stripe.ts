import type Stripe from "stripe"
import { z } from "zod"
import { cents } from "#core/money.ts"
import type {
  CardDispute,
  CardPayment,
  HostedPage,
  PaymentState,
  ProviderEvent,
} from "#core/ports/payments.ts"

/** The metadata field that ties a payment to our row. */
export const CHECKOUT_FIELD = "checkout_id"

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

/** A PaymentIntent in the domain's words. */
export function cardPayment(intent: Stripe.PaymentIntent): CardPayment {
  const rejection = intent.last_payment_error
  return {
    id: intent.id,
    checkoutId: intent.metadata[CHECKOUT_FIELD] ?? null,
    state: STATES[intent.status] ?? "processing",
    amountCents: cents(intent.amount),
    chargeId: idOf(intent.latest_charge),
    clientSecret: intent.client_secret,
    rejection: rejection
      ? { code: rejection.code ?? null, declineCode: rejection.decline_code ?? null }
      : null,
  }
}

/** A hosted Checkout session in the domain's words. */
export function hostedPage(session: Stripe.Checkout.Session): HostedPage {
  return {
    id: session.id,
    checkoutId: session.client_reference_id,
    state: PAGE_STATES[session.status ?? "open"] ?? "open",
    url: session.url,
    paymentId: idOf(session.payment_intent),
  }
}

/** A dispute in the domain's words, beside all disputes of its payment. */
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

/** Of an inquiry ("warning_…") the money stays where it is, so it counts as won until it becomes a dispute. */
function disputeState({ status }: Stripe.Dispute): CardDispute["state"] {
  if (status === "won" || status.startsWith("warning_")) return "won"
  return status === "lost" ? "lost" : "open"
}

/** Names as a database can hold them. */
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

/** Rightly signed, and no event all the same: Stripe sends none such, but who has the secret may. */
export const isEvent = (signed: unknown): signed is Stripe.Event => eventShape.safeParse(signed).success

/** Only what the event names is kept: whoever handles it asks Stripe for the truth. */
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
