import { useEffect, useRef } from "react"
import { htmlFlags } from "#app/page-protocol/attributes.ts"
import { LIVE } from "#app/page-protocol/events.ts"
import type { RoomEvent } from "#party/client.ts"
import { useRevalidate } from "./use-revalidate.ts"

/**
 * Revalidates the page's loaders when the person's room reports a change, and after a gap. `matters` limits it to the
 * messages this page shows: `useLive(({ data }) => changed(data, "orders"))`.
 */
export function useLive(matters: (event: RoomEvent) => boolean = () => true) {
  const revalidate = useRevalidate()
  const latest = useRef(matters)
  latest.current = matters
  useEffect(() => {
    const onLive = (event: WindowEventMap[typeof LIVE]) => {
      // A revalidation covers all loaders, so only one listener of the page handles a message.
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

/**
 * There is a short delay between a loader's response and the mount of its page; a message in between has no listener.
 */
const MOMENTS_MS = 5_000
let isFirstPage = true

/**
 * Whether the room sent a message before this page listened: since the document loaded, or just before, on client
 * navigation.
 */
function spokeBefore(): boolean {
  const heardAt = Number(htmlFlags().heard ?? 0)
  const spoke = heardAt > 0 && (isFirstPage || Date.now() - heardAt < MOMENTS_MS)
  isFirstPage = false
  return spoke
}

/** Whether a message reports a change of `what`: of all of it, or of the item with this id. */
export function changed(data: unknown, what: string, id?: string): boolean {
  const about = data as { what?: string; id?: string } | null
  return about?.what === what && (id === undefined || about.id === undefined || about.id === id)
}
