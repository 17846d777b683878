import { useEffect, useRef } from "react"
import type { Typed } from "./panels.ts"

/** The fields that a reload may restore in this tab. Identity and bank numbers are never stored, not even here. */
const KEPT = ["question", "url", "description", "payout"] as const
const KEY = "payout-details"

/**
 * Restores the non-secret fields after a reload of the page, and deletes them when the page is left. Where the browser
 * has no storage (private windows), nothing is stored.
 */
export function useSavedAnswers(typed: Typed, restore: (kept: Partial<Typed>) => void): void {
  const bringBack = useRef(restore)
  useEffect(() => {
    bringBack.current(read())
    return () => write(null)
  }, [])
  const first = useRef(true)
  useEffect(() => {
    // On the first run nothing is typed yet, and a write would replace the values to restore.
    if (!first.current) write(JSON.stringify(Object.fromEntries(KEPT.map((name) => [name, typed[name]]))))
    first.current = false
  }, [typed])
}

/** The values from this form's submission after the session had expired, without secrets and consent. */
export function answersFrom(sent: Readonly<Record<string, string>> | null): Partial<Typed> {
  if (!sent) return {}
  const { website, productDescription, schedule = "" } = sent
  if (website !== undefined) return { question: "yes", url: website, payout: schedule }
  if (productDescription !== undefined)
    return { question: "no", description: productDescription, payout: schedule }
  return { payout: schedule }
}

function read(): Partial<Typed> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Record<string, unknown>
    return Object.fromEntries(
      KEPT.filter((name) => typeof kept[name] === "string").map((name) => [name, kept[name]]),
    )
  } catch {
    return {}
  }
}

function write(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, text)
  } catch {
    // Storage is full or disabled: the form works without it.
  }
}
