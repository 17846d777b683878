import type { Stripe } from "@stripe/stripe-js"
import { loadStripe } from "@stripe/stripe-js/pure"
import pTimeout from "p-timeout"
import type { PaymentScript } from "#core/ports/payments.ts"

/** A script that has not loaded after this long is reported as missing; it may still load. */
export const PATIENCE_MS = 10_000

let loading: Promise<Stripe> | undefined

/**
 * Loads the card provider's script once per page, and again after a failure. In a demo it is our own fake, which
 * accepts test cards only.
 */
export function cardProvider({ publishableKey, localScript }: PaymentScript): Promise<Stripe> {
  loading ??= (localScript ? addScript(localScript) : Promise.resolve())
    .then(() => loadStripe(publishableKey))
    .then((stripe) => stripe ?? Promise.reject(new Error("The card form didn't load.")))
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}

/** Loads Stripe's script with a timeout. If it doesn't load, throws an error whose message is shown to the customer. */
export function cardProviderSoon(script: PaymentScript): Promise<Stripe> {
  return pTimeout(cardProvider(script), { milliseconds: PATIENCE_MS }).catch(() => {
    throw new Error("Stripe's form didn't load, so nothing was sent. Try again in a moment.")
  })
}

/** `loadStripe` uses the `window.Stripe` that this script defines. */
function addScript(src: string): Promise<void> {
  return new Promise((loaded, failed) => {
    const script = document.createElement("script")
    script.src = src
    script.onload = () => loaded()
    script.onerror = () => {
      script.remove()
      failed(new Error("The card form didn't load."))
    }
    document.head.append(script)
  })
}
