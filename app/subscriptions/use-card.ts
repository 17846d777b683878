import { CardElement, useElements, useStripe } from "@stripe/react-stripe-js"
import type { Stripe, StripeCardElement } from "@stripe/stripe-js"
import { type FormEvent, useRef, useState } from "react"
import { cardFailureMessage } from "#core/payments/card-failures.ts"

const LOADING = "The card form hasn't loaded yet. Nothing was charged."
const UNREACHED = "We couldn't reach our card provider. Nothing was charged. Please try again."

/**
 * Gets a token for the card from the provider in the seller's browser, and passes it on with the form. A second press
 * has no effect; without JavaScript the provider's own page is used.
 */
export function useCard(onToken: (form: FormData, stripe: Stripe) => Promise<string | null>) {
  const stripe = useStripe()
  const elements = useElements()
  const busy = useRef(false)
  const [working, setWorking] = useState(false)
  const [rejection, setRejection] = useState<string | null>(null)
  /** For a form's `onSubmit`, after conform has validated it. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (event.defaultPrevented || submitter?.getAttribute("value") === "hosted") return
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (busy.current) return
    if (!stripe || !card) return setRejection(LOADING)
    const form = new FormData(event.currentTarget)
    busy.current = true
    setWorking(true)
    setRejection(null)
    void tokenOf(stripe, card, form)
      .then((rejected) => rejected ?? onToken(form, stripe))
      .catch(() => UNREACHED)
      .then((said) => {
        setRejection(said)
        busy.current = false
        setWorking(false)
      })
  }
  return { ready: Boolean(stripe && elements), working, rejection, submit }
}

/** Puts the token into the form, or returns the card's error. */
async function tokenOf(stripe: Stripe, card: StripeCardElement, form: FormData): Promise<string | null> {
  const text = (name: string) => String(form.get(name) ?? "")
  const { token, error } = await stripe.createToken(card, {
    name: `${text("firstName")} ${text("lastName")}`,
    address_line1: text("address"),
    address_line2: text("addressOne"),
    address_city: text("city"),
    address_state: text("state"),
    address_zip: text("zip"),
    address_country: "US",
  })
  if (token) form.set("token", token.id)
  if (token) return null
  if (error?.type === "validation_error") return error.message ?? "Please check the card above."
  return cardFailureMessage({ code: error?.code ?? null, declineCode: error?.decline_code ?? null })
}
