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

type FieldState = { value: string; checked: boolean | undefined }

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
  if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
    return field.checked !== field.defaultChecked
  }
  return field.type !== "hidden" && field.value !== field.defaultValue
}

function stateOf(field: Field): FieldState {
  return { value: field.value, checked: field instanceof HTMLInputElement ? field.checked : undefined }
}

function restore(field: Field, { value, checked }: FieldState) {
  // A chosen file survives by itself, and a script may not set it.
  if (!field.isConnected || field.type === "file") return
  const now = stateOf(field)
  if (now.value === value && now.checked === checked) return
  if (checked !== undefined && now.checked !== checked) {
    field.click()
    return
  }
  // Through the prototype's setter: React replaces the element's own, and would not notice the change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }))
}

function replayClick() {
  const late = window.__late
  if (!late) return
  late.done = true
  // A click that is still on its way reaches React by itself.
  if (late.click?.button.isConnected && late.click.event.eventPhase === Event.NONE) late.click.button.click()
}
