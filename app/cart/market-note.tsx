import { useEffect, useRef } from "react"
import { useFetcher } from "react-router"
import { REPEATABLE_FIELD } from "#app/forms/repeatable-field.ts"
import { useTyped } from "#app/identity/use-typed.ts"
import { Button } from "#app/ui/button.tsx"
import { plainField } from "#app/ui/field.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Select, TextArea } from "#app/ui/inputs.tsx"
import type { CartMarket } from "#core/cart/cart-market.ts"
import { MAX_NOTE_LENGTH, REPLACEMENT_WORDS, REPLACEMENTS } from "#core/orders/order-note.ts"
import { CART_FORM, fieldId } from "./cart-form.tsx"

const CHOICES = REPLACEMENTS.map((value) => ({ value, label: REPLACEMENT_WORDS[value] }))

type Props = { market: CartMarket; errors: Partial<Record<string, string[]>> }

/** A note is saved this long after the last keystroke, or when the field is left. */
const DEBOUNCE_MS = 1000
const ASK = { intent: "ask" }

/**
 * The customer's note to a market. It saves itself; without JavaScript there is a button. It is also a field of the
 * cart's form, so Proceed Checkout sends it, saved or not.
 */
export function MarketNote({ market, errors }: Props) {
  const { id, name, note, replacement } = market
  const noteName = `notes.${id}`
  const replacementName = `replacements.${id}`
  const wrong = errors[noteName] ?? errors[replacementName]
  // Typed before the session had expired, when it was sent.
  const typed = useTyped()
  const { part, isSaving, saveSoon, save } = useSelfSaving({
    [noteName]: note ?? "",
    [replacementName]: replacement ?? "",
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
      <div ref={part} className="stack">
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

/**
 * Submits the fields inside `part` when they differ from what was submitted last, and leaves their text alone, since
 * the person may still be typing. Fields that are not in use show the cart's current values, from another tab for
 * instance.
 */
function useSelfSaving(held: Record<string, string>) {
  const fetcher = useFetcher()
  const isSaving = fetcher.state !== "idle"
  const part = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const now = JSON.stringify(held)
  const last = useRef({ held: now, sent: now })
  const fields = () => [
    ...(part.current?.querySelectorAll<HTMLTextAreaElement | HTMLSelectElement>("textarea, select") ?? []),
  ]
  const asked = () => Object.fromEntries(fields().map(({ name, value }) => [name, value]))
  const save = () => {
    clearTimeout(timer.current)
    const values = asked()
    const text = JSON.stringify(values)
    if (text === last.current.sent) return
    last.current.sent = text
    void fetcher.submit({ ...values, ...ASK, [REPEATABLE_FIELD]: "yes" }, { method: "post" })
  }
  const saveSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(save, DEBOUNCE_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // Unloading the page aborts its requests; a beacon is still sent.
    const keep = () => {
      const values = asked()
      if (JSON.stringify(values) === last.current.held) return
      navigator.sendBeacon(location.href, new URLSearchParams({ ...values, ...ASK }))
    }
    addEventListener("pagehide", keep)
    return () => removeEventListener("pagehide", keep)
  })
  useEffect(() => {
    if (now === last.current.held) return
    last.current.held = now
    if (isSaving || part.current?.contains(document.activeElement)) return
    last.current.sent = now
    for (const field of fields()) field.value = held[field.name] ?? ""
  })
  return { part, isSaving, saveSoon, save }
}
