import { Form, useNavigation, useSubmit } from "react-router"
import { REPEATABLE_FIELD } from "#app/forms/repeatable-field.ts"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Button } from "#app/ui/button.tsx"
import { controlProps, Field, plainField } from "#app/ui/field.tsx"
import type { CartMarket } from "#core/cart/cart-market.ts"
import type { DayOfTimes } from "#core/cart/view-cart-page.server.ts"

type Props = {
  market: CartMarket
  days: DayOfTimes[]
  kind: "delivery" | "pickup"
  /** What the page's own form was answered, without JavaScript. */
  answer: FormAnswer | undefined
}

/** When one market's part is wanted. A choice sends itself; without JavaScript there is a button. */
export function MarketTime({ market, days, kind, answer }: Props) {
  const submit = useSubmit()
  const isSending = useNavigation().formData?.get("marketId") === market.id
  const isAsked = answer?.lastResult.initialValue?.marketId === market.id
  const rejected = isAsked ? (answer.lastResult.error?.startsAt ?? undefined) : undefined
  const chosen = market.window?.startsAt.toISOString() ?? ""
  const isOffered = days.some(({ times }) => times.some(({ startsAt }) => startsAt === chosen))
  const field = plainField("startsAt", { id: `when-${market.id}`, defaultValue: chosen })
  const { problem } = market
  const isOfTime = problem?.kind === "window_full" || problem?.kind === "window_gone"
  const errors = rejected ?? (isOfTime ? [problem.message] : undefined)
  const hint = chosen ? null : market.readyText
  return (
    <Form method="post" data-needs-js className="market-time" replace preventScrollReset>
      <input type="hidden" name="intent" value="window" />
      <input type="hidden" name="marketId" value={market.id} />
      <input type="hidden" name={REPEATABLE_FIELD} value="yes" />
      <Field field={{ ...field, errors }} label={`${market.name}, ${kind}`} hint={hint}>
        <select
          key={chosen}
          className="input"
          defaultValue={chosen}
          {...controlProps({ ...field, errors }, hint)}
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
