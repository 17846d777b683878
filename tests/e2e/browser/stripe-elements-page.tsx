import { CardElement, Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js"
import { loadStripe } from "@stripe/stripe-js/pure"
import { type FormEvent, useState } from "react"
import { createRoot } from "react-dom/client"

// A shop's payment page without any of our code: runs the real React Elements with the sandbox's script.
const query = new URLSearchParams(location.search)
const clientSecret = query.get("secret") ?? ""

function PayForm() {
  const stripe = useStripe()
  const elements = useElements()
  const [said, say] = useState("")
  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (!stripe || !elements) return
    const submitted = await elements.submit()
    if (submitted.error) return say(submitted.error.message ?? "")
    const confirmParams = { return_url: `${location.origin}/thanks` }
    const result = await stripe.confirmPayment({ elements, confirmParams, redirect: "if_required" })
    say(result.error ? (result.error.message ?? "") : `paid: ${result.paymentIntent.status}`)
  }
  return (
    <form onSubmit={pay}>
      <PaymentElement options={{ layout: "tabs" }} />
      <button type="submit">Pay now</button>
      <output>{said}</output>
    </form>
  )
}

function TokenForm() {
  const stripe = useStripe()
  const elements = useElements()
  const [said, say] = useState("")
  const send = async () => {
    const card = elements?.getElement(CardElement)
    if (!stripe || !card) return
    const method = await stripe.createPaymentMethod({ type: "card", card })
    const bank = await stripe.createToken("bank_account", {
      country: "US",
      currency: "usd",
      routing_number: "110000000",
      account_number: "000123456789",
      account_holder_name: "Maria Lopez",
      account_holder_type: "individual",
    })
    const last4 = method.paymentMethod?.card?.last4
    say(`${last4} ${bank.token?.bank_account?.last4} ${method.error?.message ?? bank.error?.message ?? "ok"}`)
  }
  return (
    <div>
      <CardElement />
      <button type="button" onClick={send}>
        Save
      </button>
      <output>{said}</output>
    </div>
  )
}

const stripe = loadStripe("pk_test_sandbox")
const root = document.getElementById("root")
if (root) {
  createRoot(root).render(
    clientSecret ? (
      <Elements stripe={stripe} options={{ clientSecret }}>
        <PayForm />
      </Elements>
    ) : (
      <Elements stripe={stripe}>
        <TokenForm />
      </Elements>
    ),
  )
}
