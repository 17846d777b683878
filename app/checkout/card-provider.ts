import type { Stripe } from "@stripe/stripe-js"
import { loadStripe } from "@stripe/stripe-js/pure"
import pTimeout from "p-timeout"
import type { PaymentScript } from "#core/ports/payments.ts"

/** A script that is silent for so long is said to be missing; it may still come. */
export const PATIENCE_MS = 10_000

let loading: Promise<Stripe> | undefined

/**
 * The card provider's script, once a page; after a failure it is asked for again. In a demo it is our own fake,
 * which takes test cards only.
 */
export function cardProvider({ publishableKey, localScript }: PaymentScript): Promise<Stripe> {
  loading ??= (localScript ? addScript(localScript) : Promise.resolve())
    .then(() => loadStripe(publishableKey))
    .then((stripe) => stripe ?? Promise.reject(new Error("The card form did not load.")))
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}

/** Loads Stripe's script with a time-out. Throws an error with the sentence to show if it does not load. */
export function cardProviderSoon(script: PaymentScript): Promise<Stripe> {
  return pTimeout(cardProvider(script), { milliseconds: PATIENCE_MS }).catch(() => {
    throw new Error("Stripe's form didn't load, so nothing was sent. Try again in a moment.")
  })
}

/** `loadStripe` takes what defines `window.Stripe` already. */
function addScript(src: string): Promise<void> {
  return new Promise((loaded, failed) => {
    const script = document.createElement("script")
    script.src = src
    script.onload = () => loaded()
    script.onerror = () => {
      script.remove()
      failed(new Error("The card form did not load."))
    }
    document.head.append(script)
  })
}
