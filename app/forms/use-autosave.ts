import { useEffect, useRef } from "react"
import { useFetcher, useNavigation, useSubmit } from "react-router"
import { REPEATABLE_FIELD } from "./repeatable-field.ts"

type Values = Readonly<Record<string, string>>
type Field = HTMLTextAreaElement | HTMLSelectElement

type Options = {
  intent: string
  /** The stored value of each field, by its name, which no other field of the page has. */
  stored: Values
  /** How long `saveSoon` waits for another change. */
  debounceMs?: number
  /** The fields to submit, if they are not those of the page. */
  toSubmit?: (values: Values) => Values
  /**
   * `fetcher` doesn't affect the page's other forms. A `navigation` is interrupted by the next one, whereas a fetcher
   * could finish after it.
   */
  by?: "fetcher" | "navigation"
  /** Whether a change that is not stored yet is sent when the page is unloaded. */
  savesOnLeave?: boolean
}

/**
 * Saves text areas and selects while the person types or chooses. Submits them when they differ from the last
 * submission, and doesn't overwrite them, since the person may still be typing. Fields that are not focused show the
 * stored values when those change, for example in another tab. The form must be safe to send twice. Without JavaScript,
 * the fields need a button.
 */
export function useAutosave<Answer = unknown>(options: Options) {
  const { intent, stored, debounceMs = 0, toSubmit, by = "fetcher", savesOnLeave = false } = options
  const fetcher = useFetcher<Answer>()
  const submit = useSubmit()
  const { formData } = useNavigation()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef({ stored, sent: stored })

  const names = Object.keys(stored)
  const fields = () => names.flatMap((name) => [...document.getElementsByName(name)] as Field[])
  const typed = (): Values => Object.fromEntries(fields().map(({ name, value }) => [name, value]))
  const formOf = (values: Values) => ({ ...(toSubmit?.(values) ?? values), intent })
  const isNavigating = formData?.get("intent") === intent && names.some((name) => formData.has(name))
  const isSaving = by === "navigation" ? isNavigating : fetcher.state !== "idle"

  const send = (values: Values) => {
    clearTimeout(timer.current)
    if (isSame(values, last.current.sent)) return
    last.current.sent = values
    const form = { ...formOf(values), [REPEATABLE_FIELD]: "yes" }
    if (by === "fetcher") void fetcher.submit(form, { method: "post" })
    else void submit(form, { method: "post", replace: true, preventScrollReset: true })
  }
  const saveSoon = () => {
    clearTimeout(timer.current)
    // React may replace the fields while the timer runs, so this reads their values first.
    const values = typed()
    timer.current = setTimeout(() => send(values), debounceMs)
  }
  const showStored = () => {
    last.current.sent = stored
    for (const field of fields()) field.value = stored[field.name] ?? ""
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!savesOnLeave) return
    // Unloading the page aborts its requests; a beacon is still sent.
    const onLeave = () => {
      const values = typed()
      if (isSame(values, last.current.stored)) return
      navigator.sendBeacon(location.href, new URLSearchParams(formOf(values)))
    }
    addEventListener("pagehide", onLeave)
    return () => removeEventListener("pagehide", onLeave)
  })
  useEffect(() => {
    if (isSame(stored, last.current.stored)) return
    last.current.stored = stored
    if (!isSaving && !fields().some((field) => field === document.activeElement)) showStored()
  })
  return { save: () => send(typed()), saveSoon, showStored, isSaving, answer: fetcher.data }
}

const isSame = (some: Values, others: Values) =>
  Object.keys(others).every((name) => some[name] === others[name])
