import { Button } from "#app/ui/button.tsx"
import { Notice } from "#app/ui/states.tsx"
import type { CardProvider } from "./use-card-provider.ts"

/** Replaces the card form if the provider's script does not load. */
export function CardFormMissing({ card }: { card: CardProvider }) {
  if (card.state !== "missing") return null
  return (
    <Notice role="status">
      <p>
        The card form didn't load. Our card provider may be down, or something in this browser is blocking it.
        Nothing was charged, and what you typed is still here.
      </p>
      <Button type="button" small kind="plain" onClick={card.tryAgain}>
        Try again
      </Button>
    </Notice>
  )
}
