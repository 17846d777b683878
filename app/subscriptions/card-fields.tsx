import { CardElement } from "@stripe/react-stripe-js"
import { AccountEmail, BillingFields } from "#app/checkout/address-fields.tsx"
import { TestCardNotice } from "#app/checkout/test-card-notice.tsx"
import type { FieldLike } from "#app/ui/field.tsx"
import type { PaymentScript } from "#core/ports/payments.ts"

type Names = "firstName" | "lastName" | "address" | "addressOne" | "city" | "state" | "zip"
type Props = { fields: Record<Names, FieldLike>; email: string; script: PaymentScript }

/** The fields of both card forms: the billing details, and the provider's card form. */
export function CardFields({ fields, email, script }: Props) {
  return (
    <>
      <BillingFields fields={fields} group="billing" />
      <AccountEmail id="card-email" email={email} />
      <h2>Card</h2>
      <div className="card-form">
        <CardElement options={{ hidePostalCode: true }} />
      </div>
      <noscript>
        <p className="soft">You'll enter your card on our card provider's page next.</p>
      </noscript>
      <TestCardNotice script={script} />
    </>
  )
}
