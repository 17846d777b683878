import { useAutosave } from "#app/forms/use-autosave.ts"
import { useTyped } from "#app/forms/use-typed.ts"
import { Button } from "#app/ui/button.tsx"
import { plainField } from "#app/ui/field.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Select, TextArea } from "#app/ui/inputs.tsx"
import { NOTE_FACTS, NOTE_KEYS } from "#core/cart/cart.ts"
import type { CartMarket } from "#core/cart/cart-market.ts"
import { MAX_NOTE_LENGTH, type OrderWish, REPLACEMENT_WORDS, REPLACEMENTS } from "#core/orders/order-note.ts"
import { CART_FORM, fieldId } from "./cart-form.tsx"

const CHOICES = REPLACEMENTS.map((value) => ({ value, label: REPLACEMENT_WORDS[value] }))

type Props = { market: CartMarket; errors: Partial<Record<string, string[]>> }

/** A note is saved this long after the last keystroke, or when the field is left. */
const DEBOUNCE_MS = 1000

/**
 * The customer's note to a market. It saves itself; without JavaScript there is a button. It is also a field of the
 * cart's form, so Proceed Checkout sends it, saved or not.
 */
export function MarketNote({ market, errors }: Props) {
  const { id, name, note, replacement } = market
  const nameOf = (fact: keyof OrderWish) => `${NOTE_FACTS[fact].field}.${id}`
  const noteName = nameOf("note")
  const replacementName = nameOf("replacement")
  const wrong = NOTE_KEYS.some((fact) => errors[nameOf(fact)])
  // Typed before the session expired; shown again after signing in.
  const typed = useTyped()
  const { isSaving, saveSoon, save } = useAutosave({
    intent: "ask",
    stored: Object.fromEntries(NOTE_KEYS.map((fact) => [nameOf(fact), market[fact] ?? ""])),
    debounceMs: DEBOUNCE_MS,
    savesOnLeave: true,
  })
  return (
    <details className="cart-note" open={wrong || typed?.[noteName] ? true : undefined}>
      <summary>
        <Icon name="message" />
        <span className="cart-note-words">
          <b>{note ? "Note to the market" : "Add a note to the market"}</b>
          <span className="soft as-typed">{note ? `“${note}”` : "Ripeness, cuts, allergies"}</span>
          {replacement && (
            <span className="soft">{`If something is out: ${REPLACEMENT_WORDS[replacement].toLowerCase()}`}</span>
          )}
        </span>
        <span className="text-link">
          <span>{note || replacement ? "Edit" : "Add"}</span>
          <span className="sr-only">{` a note to ${name}`}</span>
        </span>
      </summary>
      <div className="stack">
        <TextArea
          field={plainField(noteName, {
            id: fieldId(noteName),
            defaultValue: typed?.[noteName] ?? note ?? "",
            errors: errors[noteName],
          })}
          form={CART_FORM}
          label={`Note to ${name}`}
          hint={`Up to ${MAX_NOTE_LENGTH} characters`}
          optional
          onInput={saveSoon}
          onBlur={save}
          aria-busy={isSaving || undefined}
        />
        <Select
          field={plainField(replacementName, {
            id: fieldId(replacementName),
            defaultValue: typed?.[replacementName] ?? replacement ?? "",
            errors: errors[replacementName],
          })}
          form={CART_FORM}
          label={`If something is out at ${name}`}
          placeholder="Let the market decide"
          options={CHOICES}
          onChange={save}
          aria-busy={isSaving || undefined}
        />
        <Button small kind="plain" form={CART_FORM} name="intent" value="note" formNoValidate>
          Save note
        </Button>
      </div>
    </details>
  )
}
