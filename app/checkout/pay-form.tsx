import { getFormProps } from "@conform-to/react"
import { PaymentElement } from "@stripe/react-stripe-js"
import { type FormEvent, useState } from "react"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { ErrorSummary, useSchemaForm } from "#app/ui/form.tsx"
import { Checkbox, PhoneInput } from "#app/ui/inputs.tsx"
import { Link } from "#app/ui/link.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { Notice } from "#app/ui/states.tsx"
import { ANOTHER_CARD, type CardView, MOST_CARDS, payFormInput } from "#core/cards/saved-card.ts"
import type { KnownBilling } from "#core/checkout/known-billing.server.ts"
import type { KnownAddress } from "#core/checkout/ship-to.server.ts"
import type { Cents } from "#core/money.ts"
import { BillingAddress } from "./billing-address.tsx"
import { CardChoice } from "./card-choice.tsx"
import { CardFormMissing } from "./card-form-missing.tsx"
import type { CardProvider } from "./use-card-provider.ts"
import { type Rejection, usePayNow } from "./use-pay-now.ts"

type Props = {
  billing: KnownBilling
  /** Where orders are delivered; null if all are picked up. */
  deliverTo: Pick<KnownAddress, "address" | "addressOne" | "city" | "state" | "zip"> | null
  totalCents: Cents
  /** The number for the markets of a pickup, "" for none; null without a pickup, since a delivery has one with its address. */
  phone: string | null
  cards: readonly CardView[]
  canSaveCard: boolean
  answer: FormAnswer | undefined
  card: CardProvider
}

/**
 * The billing address and the card. A saved card is charged by our server. For another one, the provider's card form is
 * inside the page; without JavaScript, or when it does not load, the same form leads to the provider's own payment page.
 */
export function PayForm(props: Props) {
  const { billing, deliverTo, totalCents, phone, cards, canSaveCard, answer, card } = props
  const [form, fields] = useSchemaForm(payFormInput, {
    id: "pay",
    answer,
    defaultValue: {
      ...billing.address,
      phone: phone ?? undefined,
      card: cards.find(({ isExpired }) => !isExpired)?.id ?? ANOTHER_CARD,
    },
    keepsTyped: true,
  })
  const [chosen, choose] = useState(fields.card.initialValue ?? ANOTHER_CARD)
  const isAnother = chosen === ANOTHER_CARD
  const { paying, rejection, pay, forget } = usePayNow()
  const isMissing = isAnother && card.state === "missing"
  const { onSubmit, ...formProps } = getFormProps(form)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    forget()
    onSubmit(event)
    const { submitter } = event.nativeEvent as SubmitEvent
    if (event.defaultPrevented || submitter?.getAttribute("value") === "hosted" || !isAnother) return
    event.preventDefault()
    void pay(new FormData(event.currentTarget))
  }
  return (
    <form method="post" action="/pay" className="stack" {...formProps} onSubmit={submit}>
      <ErrorSummary form={form} />
      <input type="hidden" name="shownCents" value={totalCents} />
      <BillingAddress
        fields={fields}
        email={billing.address.email}
        deliverTo={deliverTo}
        isKnown={billing.isComplete}
      />
      {phone !== null && (
        <PhoneInput
          field={fields.phone}
          label="Phone for pickup"
          hint="Only the market sees it, while your order is open, to call you about it."
          optional
        />
      )}
      <h2>Card</h2>
      {cards.length > 0 && <CardChoice cards={cards} field={fields.card} chosen={chosen} onChoose={choose} />}
      {isAnother && <CardFormMissing card={card} />}
      <div className="card-form" hidden={isMissing || !isAnother}>
        <PaymentElement options={{ layout: "tabs", fields: { billingDetails: { address: "never" } } }} />
      </div>
      <div className="js-only" hidden={isMissing || !isAnother}>
        {canSaveCard ? (
          <Checkbox
            field={fields.saveCard}
            label="Save this card for next time"
            hint="Stripe keeps it. It is only charged when you pay."
          />
        ) : (
          <p className="hint">
            <span>{`You have ${MOST_CARDS} saved cards.`}</span>{" "}
            <Link to="/account#cards" className="text-link">
              Remove one
            </Link>{" "}
            to save another.
          </p>
        )}
      </div>
      <noscript>
        <p className="soft">
          {cards.length > 0
            ? "You'll enter another card on our card provider's page next."
            : "You'll enter your card on our card provider's page next."}
        </p>
      </noscript>
      <RejectionNotice rejection={rejection} />
      <div className="pay-bar">
        {isMissing ? (
          <Button wide name="intent" value="hosted">
            Pay on our card provider's page
          </Button>
        ) : (
          <Button wide aria-disabled={paying || undefined} name="intent" value="pay">
            <span>{paying ? "Paying…" : "Pay Now"}</span> <span className="num">{moneyText(totalCents)}</span>
          </Button>
        )}
      </div>
      {!paying && !isMissing && (
        <Button kind="plain" small name="intent" value="hosted" className="js-only">
          Pay on our card provider's page instead
        </Button>
      )}
    </form>
  )
}

function RejectionNotice({ rejection }: { rejection: Rejection | null }) {
  return (
    <div aria-live="assertive">
      {rejection && (
        <Notice kind="bad">
          <p>{rejection.message}</p>
          {rejection.next && (
            <LinkButton small kind="plain" to={rejection.next.to} reloadDocument>
              {rejection.next.label}
            </LinkButton>
          )}
        </Notice>
      )}
    </div>
  )
}
