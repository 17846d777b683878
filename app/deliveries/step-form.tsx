import type { FormEvent, ReactNode } from "react"
import { Button } from "#app/ui/button.tsx"

type Props = {
  intent: "take" | "pickUp" | "giveBack"
  deliveryId: string
  /** With JavaScript, called in place of sending the form: the tap goes through the phone's queue. */
  onStep: () => void
  kind?: "leaf" | "plain"
  wide?: boolean
  /** Names the delivery for screen reader users, who may not perceive the card around the button. */
  label?: string
  children: ReactNode
}

/** One step as a plain form: it works without JavaScript. */
export function StepForm({
  intent,
  deliveryId,
  onStep,
  kind = "leaf",
  wide = false,
  label,
  children,
}: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onStep()
  }
  return (
    <form method="post" className={wide ? "next-step" : undefined} onSubmit={submit}>
      <input type="hidden" name="deliveryId" value={deliveryId} />
      <Button name="intent" value={intent} kind={kind} wide={wide} aria-label={label}>
        {children}
      </Button>
    </form>
  )
}
