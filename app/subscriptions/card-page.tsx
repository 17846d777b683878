import { Elements } from "@stripe/react-stripe-js"
import type { ReactNode } from "react"
import { CardFormMissing } from "#app/checkout/card-form-missing.tsx"
import { useCardProvider } from "#app/checkout/use-card-provider.ts"
import { Card } from "#app/ui/card.tsx"
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
