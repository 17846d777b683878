import { Elements } from "@stripe/react-stripe-js"
import type { ReactNode } from "react"
import { CardFormMissing } from "#app/checkout/card-form-missing.tsx"
import { useCardProvider } from "#app/checkout/use-card-provider.ts"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { Loader, Notice } from "#app/ui/states.tsx"
import type { PaymentScript } from "#core/ports/payments.ts"

type Props = { title: string; lead: ReactNode; script: PaymentScript; children: ReactNode }

export function CardPage({ title, lead, script, children }: Props) {
  const card = useCardProvider(script)
  return (
    <div className="stack narrow">
      <h1>{title}</h1>
      <p className="soft">{lead}</p>
      <Card>
        <CardFormMissing card={card} />
        <Elements stripe={card.stripe}>{children}</Elements>
      </Card>
    </div>
  )
}

type ButtonProps = { label: string; ready: boolean; working: boolean; rejection: string | null }

/** What was rejected, the button, and the provider's own page for when the card form did not come. */
export function CardButtons({ label, ready, working, rejection }: ButtonProps) {
  return (
    <>
      <div aria-live="assertive">{rejection && <Notice kind="bad">{rejection}</Notice>}</div>
      {working && <Loader text="One moment…" />}
      <Button wide aria-disabled={working || undefined} name="intent" value="card">
        {label}
      </Button>
      {!working && (
        <Button kind="plain" small name="intent" value="hosted" className="js-only">
          {ready ? "Use our card provider's page instead" : "Use our card provider's page"}
        </Button>
      )}
    </>
  )
}
