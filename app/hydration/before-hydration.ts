type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * React loses what was typed before it woke (in controlled inputs and prefilled textareas), and a click on a button
 * that only React understands goes nowhere. Call before `hydrateRoot`; call the answer once, after the first commit.
 */
export function rememberTyping(): () => void {
  const remembered = new Map<Field, FieldState>()
  const note = (field: EventTarget | null) => {
    if (isField(field)) remembered.set(field, stateOf(field))
  }
  for (const field of document.querySelectorAll<Field>("input, textarea, select")) {
    if (isDirty(field)) note(field)
  }
  for (const field of window.__late?.typed.keys() ?? []) note(field)
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

/**
 * React takes a field over as it finds it. What a form's own field shows stays, and is nobody's news; what was chosen from
 * a list may have something hang on it (a price, a quantity that is sent); and a field without a name is drawn from React's
 * state, which has nothing of it and would soon put that there.
 */
function restore(field: Field, state: FieldState) {
  // A chosen file survives by itself, and a script may not set it.
  if (!field.isConnected || field.type === "file") return
  if (field instanceof HTMLSelectElement) return choose(field, state.value)
  const now = stateOf(field)
  if (field.name && now.value === state.value && now.checked === state.checked) return
  if (isTickable(field)) tick(field, state.checked)
  else type(field, state.value)
}

function tick(field: HTMLInputElement, checked: boolean) {
  // The other one of a group tells it.
  if (field.type === "radio" && !checked) return
  field.checked = !checked
  field.click()
}

function choose(field: HTMLSelectElement, value: string) {
  field.value = value
  field.dispatchEvent(new Event("change", { bubbles: true }))
}

function type(field: HTMLInputElement | HTMLTextAreaElement, value: string) {
  const { selectionStart, selectionEnd } = field
  // React replaces the element's own setter, by which it notes what it knows, and hears only of what is new to it.
  field.value = value === "" ? field.defaultValue : ""
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value)
  if (field === document.activeElement && selectionStart !== null)
    field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event("input", { bubbles: true }))
}

function replayClick() {
  const late = window.__late
  if (!late) return
  late.done = true
  // A click that is still on its way reaches React by itself.
  if (late.click?.button.isConnected && late.click.event.eventPhase === Event.NONE) late.click.button.click()
}
