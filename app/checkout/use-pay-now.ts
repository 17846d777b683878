import { useElements, useStripe } from "@stripe/react-stripe-js"
import type { Stripe, StripeElements, StripeError } from "@stripe/stripe-js"
import { useRef, useState } from "react"
import type { PayBegun } from "#app/routes/customer/pay-begin.ts"
import { cardFailureMessage } from "#core/payments/card-failures.ts"

/** The problem, and the page to continue on if that isn't this page. */
export type Rejection = { message: string; next?: { label: string; to: string } }

const NEXT = {
  cart: { label: "Go to Shopping Cart", to: "/shopping-cart" },
  pay: { label: "Show the new total", to: "/pay" },
}
const LOADING: Rejection = {
  message: "The card form is still loading. Nothing was charged. One moment, please.",
}
const UNREACHED: Rejection = {
  message: "We couldn't reach the shop. Nothing was charged. Check your connection and try again.",
}
const UNHEARD =
  "The connection dropped while we were charging your card, so we don't know yet whether the payment went through. You won't be charged twice."

/**
 * Pay Now: our server opens the payment and the card provider's script confirms it in the customer's browser. `pay`
 * does nothing while a payment is in progress, so a second press has no effect. `forget` clears the problem of the last
 * attempt.
 */
export function usePayNow() {
  const stripe = useStripe()
  const elements = useElements()
  const busy = useRef(false)
  const [paying, setPaying] = useState(false)
  const [rejection, setRejection] = useState<Rejection | null>(null)
  async function pay(billing: FormData): Promise<void> {
    if (busy.current) return
    if (!stripe || !elements) return setRejection(LOADING)
    busy.current = true
    setPaying(true)
    setRejection(null)
    const outcome = await charge(stripe, elements, billing)
    if (typeof outcome === "string") return location.assign(outcome)
    setRejection(outcome)
    busy.current = false
    setPaying(false)
  }
  return { paying, rejection, pay, forget: () => setRejection(null) }
}

/** Returns the path to go to, or the problem to show. */
async function charge(
  stripe: Stripe,
  elements: StripeElements,
  billing: FormData,
): Promise<string | Rejection> {
  const savesCard = billing.get("saveCard") === "on"
  await elements.update({ setupFutureUsage: savesCard ? "on_session" : null })
  const incomplete = (await elements.submit()).error
  if (incomplete) return { message: incomplete.message ?? "Please check the card above." }
  const begun = await begin(billing).catch(() => null)
  if (!begun) return UNREACHED
  if (typeof begun === "string") return begun
  if ("message" in begun) return { message: begun.message, ...(begun.next ? { next: NEXT[begun.next] } : {}) }
  const next = `/pay/return?checkout=${begun.checkoutId}`
  if (begun.paid) return next
  const { error } = await stripe
    .confirmPayment({
      elements,
      clientSecret: begun.clientSecret,
      redirect: "if_required",
      confirmParams: {
        return_url: new URL(next, location.href).href,
        payment_method_data: { billing_details: billingDetails(billing) },
      },
    })
    .catch((): { error: Pick<StripeError, "type" | "code" | "decline_code"> } => ({
      error: { type: "api_connection_error" },
    }))
  if (!error) return next
  if (!isAnswer(error.type))
    return { message: UNHEARD, next: { label: "Check whether it went through", to: next } }
  return {
    message: cardFailureMessage({ code: error.code ?? null, declineCode: error.decline_code ?? null }),
  }
}

/**
 * Opens the payment. Returns null if the response is not one of ours, or a path to go to if the session has expired.
 */
async function begin(billing: FormData): Promise<PayBegun | string | null> {
  const response = await fetch("/pay/begin", { method: "POST", body: billing })
  // The page's own loader redirects to the right page.
  if (response.redirected) return "/pay"
  return (await response.json()) as PayBegun
}

/** After any other type of error, the card may have been charged. */
const isAnswer = (type: StripeError["type"]) =>
  type === "card_error" || type === "validation_error" || type === "invalid_request_error"

function billingDetails(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "")
  return {
    name: `${text("firstName")} ${text("lastName")}`,
    email: text("email"),
    address: {
      line1: text("address"),
      line2: text("addressOne"),
      postal_code: text("zip"),
      city: text("city"),
      state: text("state"),
      country: "US",
    },
  }
}
