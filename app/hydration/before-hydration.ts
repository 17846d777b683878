import { DEFERRED } from "#app/page-protocol/globals.ts"

type Field = HTMLTextAreaElement | HTMLSelectElement | HTMLInputElement

/**
 * When React hydrates a page, it leaves field values unchanged, except for prefilled text areas, which it resets. But
 * its handlers have missed earlier choices, and clicks on buttons that only they handle. Returns a function that
 * replays these. Call before `hydrateRoot`; call the returned function once, after the effects of the first commit.
 */
export function rememberTyping(): () => void {
  const typed = window[DEFERRED]?.typed ?? new Map<EventTarget, string>()
  for (const field of document.querySelectorAll<Field>("textarea, select, input[type=file]")) {
    // The browser itself may have restored a field's value after a reload.
    if (!typed.has(field) && isChanged(field)) typed.set(field, field.value)
  }
  return () => {
    for (const [field, value] of typed) catchUp(field, value)
    replayClick()
  }
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected)
  return field.type === "file" ? field.value !== "" : field.value !== field.defaultValue
}

function catchUp(field: EventTarget, value: string) {
  if (field instanceof HTMLTextAreaElement) {
    if (field.value !== value) field.value = value
  } else if (
    field instanceof HTMLSelectElement ||
    (field instanceof HTMLInputElement && field.type === "file")
  ) {
    field.dispatchEvent(new Event("change", { bubbles: true }))
  }
}

/**
 * Stops recording: from now on React handles events itself, including the click that triggered hydration and is still
 * being dispatched. Call it in the first commit, before its effects: they may run a task later, after another click.
 */
export function stopRemembering() {
  const deferred = window[DEFERRED]
  if (!deferred) return
  deferred.done = true
  if (deferred.click && deferred.click.event.eventPhase !== Event.NONE) deferred.click = null
}

function replayClick() {
  const click = window[DEFERRED]?.click
  if (click?.button.isConnected) click.button.click()
}
