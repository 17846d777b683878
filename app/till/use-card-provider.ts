import type { Stripe } from "@stripe/stripe-js"
import { useEffect, useState } from "react"
import { cardProvider } from "./card-provider.ts"

/** Null on the server and until the browser has it: the form around the card is there at once. */
export function useCardProvider(script: Parameters<typeof cardProvider>[0]): Promise<Stripe | null> | null {
  const [stripe, setStripe] = useState<Promise<Stripe | null> | null>(null)
  const { publishableKey, localScript } = script
  useEffect(() => {
    // Where the script is blocked the page says so, and the provider's own page still takes the card.
    setStripe(cardProvider({ publishableKey, localScript }).catch(() => null))
  }, [publishableKey, localScript])
  return stripe
}
