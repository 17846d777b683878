import type { Stripe } from "@stripe/stripe-js"
import { useEffect, useState } from "react"
import { cardProvider, PATIENCE_MS } from "./card-provider.ts"

export type CardProvider = {
  /** Stays pending across all attempts, because the form around the card accepts only one promise. */
  stripe: Promise<Stripe>
  state: "loading" | "here" | "missing"
  /** Loads the script again after it failed to load. */
  tryAgain(): void
}

/** The card provider's script and whether it loaded; the form around the card renders without waiting. */
export function useCardProvider(script: Parameters<typeof cardProvider>[0]): CardProvider {
  const [arrival] = useState(newArrival)
  const [state, setState] = useState<CardProvider["state"]>("loading")
  const [attempt, setAttempt] = useState(1)
  const { publishableKey, localScript } = script
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is what asks again
  useEffect(() => {
    setState("loading")
    const patience = setTimeout(() => setState("missing"), PATIENCE_MS)
    cardProvider({ publishableKey, localScript })
      .then(
        (stripe) => {
          arrival.settle(stripe)
          setState("here")
        },
        () => setState("missing"),
      )
      .finally(() => clearTimeout(patience))
    return () => clearTimeout(patience)
  }, [arrival, publishableKey, localScript, attempt])
  return { stripe: arrival.stripe, state, tryAgain: () => setAttempt((count) => count + 1) }
}

function newArrival() {
  let settle: (stripe: Stripe) => void = () => {}
  const stripe = new Promise<Stripe>((resolve) => {
    settle = resolve
  })
  return { stripe, settle }
}
