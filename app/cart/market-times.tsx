import { Form, useNavigation, useSubmit } from "react-router"
import { REPEATABLE_FIELD } from "#app/forms/repeatable-field.ts"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { controlProps, Field, plainField } from "#app/ui/field.tsx"
import type { CartMarket } from "#core/cart/cart-market.ts"
import type { CartView } from "#core/cart/view-cart.server.ts"
import type { DayOfTimes } from "#core/cart/view-cart-page.server.ts"

type Props = {
  cart: CartView
  times: Record<string, DayOfTimes[]>
  /** What the page's own form was answered, without JavaScript. */
  answer: FormAnswer | undefined
}

/** When each market's part of the cart is wanted. The times depend on how it is to reach the customer. */
export function MarketTimes({ cart, times, answer }: Props) {
  const { fulfilment, markets } = cart
  if (!fulfilment)
    return (
      <Card className="stack">
        <h2>When</h2>
        <p>As soon as possible. To choose a time, say first how you want it.</p>
        <ChoiceForm choices={["delivery", "pickup"]} />
      </Card>
    )
  return (
    <Card className="stack">
      <h2>When</h2>
      {markets.map((market) => (
        <MarketTime
          key={market.id}
          market={market}
          days={times[market.id] ?? []}
          kind={fulfilment}
          answer={isAbout(answer, market) ? answer : undefined}
        />
      ))}
      <ChoiceForm choices={[fulfilment === "pickup" ? "delivery" : "pickup"]} />
    </Card>
  )
}

const isAbout = (answer: FormAnswer | undefined, { id }: CartMarket) =>
  answer?.lastResult.initialValue?.marketId === id

type Kind = "delivery" | "pickup"
const SHOWN = { delivery: "Show delivery times", pickup: "Show pickup times" }

function ChoiceForm({ choices }: { choices: readonly Kind[] }) {
  return (
    <Form method="post" className="split-start" preventScrollReset>
      <input type="hidden" name="intent" value="choose" />
      {choices.map((choice) => (
        <Button key={choice} small kind="plain" name="fulfilment" value={choice}>
          {SHOWN[choice]}
        </Button>
      ))}
    </Form>
  )
}

type TimeProps = { market: CartMarket; days: DayOfTimes[]; kind: Kind; answer: FormAnswer | undefined }

/** One market's times. A choice sends itself; without JavaScript there is a button. */
function MarketTime({ market, days, kind, answer }: TimeProps) {
  const submit = useSubmit()
  const isSending = useNavigation().formData?.get("marketId") === market.id
  const rejected = answer?.lastResult.error?.startsAt ?? undefined
  const chosen = market.window?.startsAt.toISOString() ?? ""
  const isOffered = days.some(({ times }) => times.some(({ startsAt }) => startsAt === chosen))
  const field = plainField("startsAt", { id: `when-${market.id}`, defaultValue: chosen })
  const errors = rejected ?? (market.problem ? [market.problem.message] : undefined)
  return (
    <Form method="post" data-needs-js className="market-time" replace preventScrollReset>
      <input type="hidden" name="intent" value="window" />
      <input type="hidden" name="marketId" value={market.id} />
      <input type="hidden" name={REPEATABLE_FIELD} value="yes" />
      <Field field={{ ...field, errors }} label={`${market.name}, ${kind}`} hint={market.openText}>
        <select
          key={chosen}
          className="input"
          defaultValue={chosen}
          {...controlProps({ ...field, errors }, market.openText)}
          // A navigation of the page's own, which Proceed Checkout interrupts: a fetcher's could end after it.
          onChange={({ currentTarget }) =>
            void submit(currentTarget.form, { replace: true, preventScrollReset: true })
          }
          aria-busy={isSending || undefined}
        >
          <option value="">As soon as possible</option>
          {chosen && !isOffered && (
            <option value={chosen} disabled>
              {market.windowText} (no longer offered)
            </option>
          )}
          {days.map(({ day, times }) => (
            <optgroup key={day} label={day}>
              {times.map(({ startsAt, label, isFull }) => (
                <option key={startsAt} value={startsAt} disabled={isFull}>
                  {isFull ? `${day}, ${label} (full)` : `${day}, ${label}`}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </Field>
      <noscript>
        <Button small kind="plain">
          Set the time
        </Button>
      </noscript>
    </Form>
  )
}
