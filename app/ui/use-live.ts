import { useEffect, useRef } from "react"
import { useRevalidate } from "./use-revalidate.ts"

/** What `pushcart:live` carries; "resync" when messages may have been missed. */
export type LiveEvent = { type: string; data: unknown }

/**
 * Revalidates the page's loaders when the person's room says that something changed, and after a
 * gap. `matters` narrows it to the messages this page shows: `useLive(({ data }) => changed(data, "orders"))`.
 */
export function useLive(matters: (event: LiveEvent) => boolean = () => true) {
  const revalidate = useRevalidate()
  const latest = useRef(matters)
  latest.current = matters
  useEffect(() => {
    const onLive = (event: Event) => {
      const { detail } = event as CustomEvent<LiveEvent>
      // All loaders are read, so one listener of the page does it for the others.
      if (event.defaultPrevented || !(detail.type === "resync" || latest.current(detail))) return
      event.preventDefault()
      revalidate()
    }
    window.addEventListener("pushcart:live", onLive)
    if (spokeBefore()) {
      delete document.documentElement.dataset.heard
      revalidate()
    }
    return () => window.removeEventListener("pushcart:live", onLive)
  }, [revalidate])
}

/** A loader's answer and the mount of its page lie some moments apart; a message in between was for nobody. */
const MOMENTS_MS = 5_000
let isFirstPage = true

/** Whether the room spoke before this page listened: since the document came, or a moment ago on client navigation. */
function spokeBefore(): boolean {
  const heardAt = Number(document.documentElement.dataset.heard ?? 0)
  const spoke = heardAt > 0 && (isFirstPage || Date.now() - heardAt < MOMENTS_MS)
  isFirstPage = false
  return spoke
}

/** Whether a message says that `what` changed: all of it, or the one with this id. */
export function changed(data: unknown, what: string, id?: string): boolean {
  const about = data as { what?: string; id?: string } | null
  return about?.what === what && (id === undefined || about.id === undefined || about.id === id)
}
