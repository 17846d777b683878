import { useElements, useStripe } from "@stripe/react-stripe-js"
import type { Stripe, StripeElements } from "@stripe/stripe-js"
import { useRef, useState } from "react"
import type { PayBegun } from "#app/routes/customer/pay-begin.ts"
import { cardFailureMessage } from "#core/payments/card-failures.ts"

export type Refusal = { message: string; toCart: boolean }

const UNREACHED: Refusal = {
  message: "We could not reach the shop. Nothing was charged. Check your connection and try again.",
  toCart: false,
}

/**
 * Pay Now: our server opens the payment and the card provider's script confirms it, in the customer's own browser.
 * `pay` does nothing while a payment is under way, so pressing twice is pressing once.
 */
export function usePayNow() {
  const stripe = useStripe()
  const elements = useElements()
  const busy = useRef(false)
  const [paying, setPaying] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  async function pay(billing: FormData): Promise<void> {
    if (busy.current || !stripe || !elements) return
    busy.current = true
    setPaying(true)
    setRefusal(null)
    const outcome = await charge(stripe, elements, billing).catch(() => UNREACHED)
    if (typeof outcome === "string") return location.assign(outcome)
    setRefusal(outcome)
    busy.current = false
    setPaying(false)
  }
  return { ready: Boolean(stripe && elements), paying, refusal, pay }
}

/** Answers where to go next, or what stood in the way. */
async function charge(
  stripe: Stripe,
  elements: StripeElements,
  billing: FormData,
): Promise<string | Refusal> {
  const incomplete = (await elements.submit()).error
  if (incomplete) return { message: incomplete.message ?? "Please check the card above.", toCart: false }
  const response = await fetch("/pay/begin", { method: "POST", body: billing })
  // The session ended meanwhile: the page itself knows where to send.
  if (response.redirected) return "/pay"
  const begun = (await response.json()) as PayBegun
  if ("message" in begun) return begun
  const next = `/pay/return?checkout=${begun.checkoutId}`
  if (begun.paid) return next
  const { error } = await stripe.confirmPayment({
    elements,
    clientSecret: begun.clientSecret,
    redirect: "if_required",
    confirmParams: {
      return_url: new URL(next, location.href).href,
      payment_method_data: { billing_details: billingDetails(billing) },
    },
  })
  if (!error) return next
  return {
    message: cardFailureMessage({ code: error.code ?? null, declineCode: error.decline_code ?? null }),
    toCart: false,
  }
}

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
