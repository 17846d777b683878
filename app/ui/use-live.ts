import { useEffect, useRef } from "react"
import { htmlFlags } from "#app/page-protocol/attributes.ts"
import { LIVE } from "#app/page-protocol/events.ts"
import type { RoomEvent } from "#party/client.ts"
import { useRevalidate } from "./use-revalidate.ts"

/**
 * Revalidates the page's loaders when the person's room says that something changed, and after a
 * gap. `matters` narrows it to the messages this page shows: `useLive(({ data }) => changed(data, "orders"))`.
 */
export function useLive(matters: (event: RoomEvent) => boolean = () => true) {
  const revalidate = useRevalidate()
  const latest = useRef(matters)
  latest.current = matters
  useEffect(() => {
    const onLive = (event: WindowEventMap[typeof LIVE]) => {
      // All loaders are read, so one listener of the page does it for the others.
      if (event.defaultPrevented || !(event.detail.type === "resync" || latest.current(event.detail))) return
      event.preventDefault()
      revalidate()
    }
    window.addEventListener(LIVE, onLive)
    if (spokeBefore()) {
      delete htmlFlags().heard
      revalidate()
    }
    return () => window.removeEventListener(LIVE, onLive)
  }, [revalidate])
}

/** A loader's answer and the mount of its page lie some moments apart; a message in between was for nobody. */
const MOMENTS_MS = 5_000
let isFirstPage = true

/** Whether the room spoke before this page listened: since the document came, or a moment ago on client navigation. */
function spokeBefore(): boolean {
  const heardAt = Number(htmlFlags().heard ?? 0)
  const spoke = heardAt > 0 && (isFirstPage || Date.now() - heardAt < MOMENTS_MS)
  isFirstPage = false
  return spoke
}

/** Whether a message says that `what` changed: all of it, or the one with this id. */
export function changed(data: unknown, what: string, id?: string): boolean {
  const about = data as { what?: string; id?: string } | null
  return about?.what === what && (id === undefined || about.id === undefined || about.id === id)
}
