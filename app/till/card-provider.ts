import type { Stripe } from "@stripe/stripe-js"
import { loadStripe } from "@stripe/stripe-js/pure"
import type { PaymentScript } from "#core/ports/payments.ts"

let loading: Promise<Stripe | null> | undefined

/** The card provider's script, once a page. In a demo it is our own stand-in, which takes test cards only. */
export function cardProvider({ publishableKey, localScript }: PaymentScript): Promise<Stripe | null> {
  loading ??= (localScript ? addScript(localScript) : Promise.resolve()).then(() =>
    loadStripe(publishableKey),
  )
  return loading
}

/** `loadStripe` takes what defines `window.Stripe` already. */
function addScript(src: string): Promise<void> {
  return new Promise((loaded, failed) => {
    const script = document.createElement("script")
    script.src = src
    script.onload = () => loaded()
    script.onerror = () => failed(new Error("The card form did not load."))
    document.head.append(script)
  })
}
