import { Button } from "#app/ui/button.tsx"
import { plainField } from "#app/ui/field.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Select, TextArea } from "#app/ui/inputs.tsx"
import type { CartMarket } from "#core/cart/cart-market.ts"
import { MAX_NOTE_LENGTH, REPLACEMENT_WORDS, REPLACEMENTS } from "#core/orders/order-note.ts"
import { CART_FORM, fieldId } from "./cart-form.tsx"

const CHOICES = REPLACEMENTS.map((value) => ({ value, label: REPLACEMENT_WORDS[value] }))

type Props = { market: CartMarket; errors: Partial<Record<string, string[]>> }

/** What the customer asks of a market. It is a field of the cart's form: Proceed Checkout carries it, saved or not. */
export function MarketNote({ market, errors }: Props) {
  const { id, name, note, replacement } = market
  const noteName = `notes.${id}`
  const replacementName = `replacements.${id}`
  const wrong = errors[noteName] ?? errors[replacementName]
  return (
    <details className="cart-note" open={wrong ? true : undefined}>
      <summary>
        <Icon name="message" />
        <span className="cart-note-words">
          <b>{note ? "Note to the market" : "Add a note to the market"}</b>
          <span className="soft as-typed">{note ? `“${note}”` : "Ripeness, cuts, allergies"}</span>
          {replacement && (
            <span className="soft">If something is out: {REPLACEMENT_WORDS[replacement].toLowerCase()}</span>
          )}
        </span>
        <span className="text-link">
          {note || replacement ? "Edit" : "Add"}
          <span className="sr-only"> a note to {name}</span>
        </span>
      </summary>
      <div className="stack">
        <TextArea
          field={plainField(noteName, {
            id: fieldId(noteName),
            key: note ?? "",
            defaultValue: note ?? "",
            maxLength: MAX_NOTE_LENGTH,
            errors: errors[noteName],
          })}
          form={CART_FORM}
          label={`Note to ${name}`}
          hint={`Up to ${MAX_NOTE_LENGTH} characters`}
          optional
        />
        <Select
          field={plainField(replacementName, {
            id: fieldId(replacementName),
            key: replacement ?? "",
            defaultValue: replacement ?? "",
            errors: errors[replacementName],
          })}
          form={CART_FORM}
          label={`If something is out at ${name}`}
          placeholder="Let the market decide"
          options={CHOICES}
        />
        <Button small kind="plain" form={CART_FORM} name="intent" value="note" formNoValidate>
          Save note
        </Button>
      </div>
    </details>
  )
}
