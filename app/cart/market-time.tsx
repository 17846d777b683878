import { useAutosave } from "#app/forms/use-autosave.ts"
import { Button } from "#app/ui/button.tsx"
import { controlProps, Field, plainField } from "#app/ui/field.tsx"
import type { CartMarket } from "#core/cart/cart-market.ts"
import type { DayOfTimes } from "#core/cart/view-cart.server.ts"
import { CART_FORM, fieldId } from "./cart-form.tsx"

type Props = {
  market: CartMarket
  days: DayOfTimes[]
  kind: "delivery" | "pickup"
  errors: Partial<Record<string, string[]>>
}

/**
 * The time for one market's part. Choosing submits it; without JavaScript there is a button. It is also a field of the
 * cart's form, so Proceed Checkout sends it, submitted or not.
 */
export function MarketTime({ market, days, kind, errors: wrong }: Props) {
  const name = `windows.${market.id}`
  const chosen = market.window?.startsAt.toISOString() ?? ""
  const { save, isSaving } = useAutosave({
    intent: "window",
    stored: { [name]: chosen },
    // Proceed Checkout interrupts a navigation; a fetcher could finish after Proceed.
    by: "navigation",
  })
  const isOffered = days.some(({ times }) => times.some(({ startsAt }) => startsAt === chosen))
  const field = plainField(name, { id: fieldId(name), defaultValue: chosen })
  const { problem } = market
  const isOfTime = problem?.kind === "window_full" || problem?.kind === "window_gone"
  const errors = wrong[name] ?? (isOfTime ? [problem.message] : undefined)
  const hint = chosen ? null : market.readyText
  return (
    <div className="market-time">
      <Field field={{ ...field, errors }} label={`${market.name}, ${kind}`} hint={hint}>
        <select
          key={chosen}
          className="input"
          form={CART_FORM}
          defaultValue={chosen}
          {...controlProps({ ...field, errors }, hint)}
          onChange={save}
          aria-busy={isSaving || undefined}
        >
          <option value="">As soon as possible</option>
          {chosen && !isOffered && (
            <option value={chosen} disabled>
              {`${market.windowText ?? ""} (no longer offered)`}
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
        <Button small kind="plain" form={CART_FORM} name="intent" value="window" formNoValidate>
          Set the time
        </Button>
      </noscript>
    </div>
  )
}
