import type { Field } from "./deferred.ts"

/**
 * React resets lists and prefilled text areas when it takes a page over, hears nothing of what was chosen or ticked
 * before, and a click on a button that only it understands went nowhere. Call before `hydrateRoot`; call the answer once,
 * after the first commit.
 */
export function rememberTyping(): () => void {
  const remembered = new Map<Field, FieldState>()
  const note = (field: EventTarget | null) => {
    if (isField(field)) remembered.set(field, stateOf(field))
  }
  for (const field of document.querySelectorAll<Field>("input, textarea, select")) {
    if (isDirty(field)) note(field)
  }
  for (const field of window.__deferred?.typed ?? []) note(field)
  const onInput = (event: Event) => note(event.target)
  addEventListener("input", onInput, true)

  return () => {
    removeEventListener("input", onInput, true)
    for (const [field, state] of remembered) restore(field, state)
    replayClick()
  }
}

type FieldState = { value: string; checked: boolean }

function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
}

function isDirty(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  }
  if (isTickable(field)) return field.checked !== field.defaultChecked
  return field.type !== "hidden" && field.value !== field.defaultValue
}

const isTickable = (field: Field): field is HTMLInputElement =>
  field.type === "checkbox" || field.type === "radio"

const stateOf = (field: Field): FieldState => ({
  value: field.value,
  checked: isTickable(field) && field.checked,
})

/** A chosen list is told to React in any case: something may hang on it (a price, a quantity that is sent). */
function restore(field: Field, state: FieldState) {
  if (!field.isConnected) return
  // A chosen file stays, and a script may not set it.
  if (field.type === "file") return void field.dispatchEvent(new Event("change", { bubbles: true }))
  if (isTickable(field)) {
    if (field.checked !== state.checked) field.click()
  } else if (field instanceof HTMLSelectElement || field.value !== state.value) {
    field.value = state.value
    field.dispatchEvent(new Event("input", { bubbles: true }))
    field.dispatchEvent(new Event("change", { bubbles: true }))
  }
}

function replayClick() {
  const deferred = window.__deferred
  if (!deferred) return
  deferred.done = true
  const { click } = deferred
  // A click that is still on its way reaches React by itself.
  if (click?.button.isConnected && click.event.eventPhase === Event.NONE) click.button.click()
}
