import { useEffect, useRef } from "react"
import { useRevalidator } from "react-router"

/** What `pushcart:live` carries; "resync" when messages may have been missed. */
export type LiveEvent = { type: string; data: unknown }

/**
 * Reads the page's loaders anew when the person's room says that something changed, and after a gap. `matters`
 * narrows it to the messages this page shows: `useLive(({ data }) => changed(data, "orders"))`.
 */
export function useLive(matters: (event: LiveEvent) => boolean = () => true) {
  const { revalidate } = useRevalidator()
  const latest = useRef(matters)
  latest.current = matters
  useEffect(() => {
    const onLive = (event: Event) => {
      const { detail } = event as CustomEvent<LiveEvent>
      if (detail.type === "resync" || latest.current(detail)) void revalidate()
    }
    window.addEventListener("pushcart:live", onLive)
    return () => window.removeEventListener("pushcart:live", onLive)
  }, [revalidate])
}

/** Whether a message says that `what` changed: all of it, or the one with this id. */
export function changed(data: unknown, what: string, id?: string): boolean {
  const about = data as { what?: string; id?: string } | null
  return about?.what === what && (id === undefined || about.id === undefined || about.id === id)
}
