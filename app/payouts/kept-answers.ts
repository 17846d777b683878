import { useEffect, useRef } from "react"
import type { Typed } from "./panels.ts"

/** What a reload may keep in this tab. Identity and bank numbers are never written anywhere, not even here. */
const KEPT = ["question", "url", "description", "payout"] as const
const KEY = "payout-details"

/**
 * Brings back, after a reload of the page, the answers that are nobody's secret; forgets them when the page is left.
 * Where the browser keeps nothing (private windows), nothing is kept.
 */
export function useKeptAnswers(typed: Typed, restore: (kept: Partial<Typed>) => void): void {
  const bringBack = useRef(restore)
  useEffect(() => {
    bringBack.current(read())
    return () => write(null)
  }, [])
  const first = useRef(true)
  useEffect(() => {
    // The first run has nothing typed yet: it would write over what is to be brought back.
    if (!first.current) write(JSON.stringify(Object.fromEntries(KEPT.map((name) => [name, typed[name]]))))
    first.current = false
  }, [typed])
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
    // Storage is full or forbidden: the form works without it.
  }
}
