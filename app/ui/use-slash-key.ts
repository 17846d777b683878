import { type RefObject, useEffect } from "react"

/** Focuses a search field when "/" is pressed outside of a field, as on GitHub. */
export function useSlashKey(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const inField = (event.target as Element).closest("input, textarea, select, [contenteditable]")
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || inField) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener("keydown", press)
    return () => document.removeEventListener("keydown", press)
  }, [field])
}
