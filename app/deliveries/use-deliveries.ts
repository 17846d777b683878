import { useCallback, useEffect, useRef, useState } from "react"
import { LIVE } from "#app/page-protocol/events.ts"
import { changed } from "#app/ui/use-live.ts"
import type { WaitingDelivery } from "#core/deliveries/list-deliveries.server.ts"
import type { DeliveriesView } from "#core/deliveries/view-deliveries.server.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
// Imported statically: when it is needed, the network may be gone.
import { joinRoom } from "#party/client.ts"

/**
 * The server's latest view, refetched when the rooms report a change. Not with the router's revalidation: offline, that
 * would replace the delivery with an error page.
 */
export function useDeliveries(loaded: DeliveriesView, position: { readonly current: Coordinates | null }) {
  const [view, setView] = useState(loaded)
  const [fresh, setFresh] = useState<WaitingDelivery | null>(null)
  const known = useRef(new Set(loaded.waiting.map(({ id }) => id)))
  const asked = useRef(0)
  /** The number of the request whose response is on the screen. */
  const shown = useRef(0)
  const wasActive = useRef(loaded.active !== null)

  const show = useCallback((next: DeliveriesView, quiet: boolean) => {
    // A delivery is not new if it was already waiting while the courier had another delivery or was elsewhere.
    const news =
      quiet || wasActive.current ? undefined : next.waiting.find(({ id }) => !known.current.has(id))
    wasActive.current = next.active !== null
    for (const { id } of next.waiting) known.current.add(id)
    setView(next)
    setFresh((before) => news ?? before)
  }, [])

  const refresh = useCallback(
    async ({ quiet = false } = {}) => {
      asked.current += 1
      const turn = asked.current
      const near = position.current
      const query = near ? `?${new URLSearchParams({ lat: String(near.lat), lng: String(near.lng) })}` : ""
      try {
        const answer = await fetch(`/api/v1/pushcartexpress/deliveries${query}`, {
          signal: AbortSignal.timeout(15_000),
        })
        if (!answer.ok) return
        const next = (await answer.json()) as DeliveriesView
        // A response to an older request is still shown if it is newer than the screen: a caller that awaits it, as the
        // queue does after sending a step, must find its step in the view.
        if (turn < shown.current) return
        shown.current = turn
        show(next, quiet)
      } catch {
        // No network: the screen doesn't change, and the room or the queue refetches later.
      }
    },
    [position, show],
  )

  useEffect(() => setView(loaded), [loaded])
  useRooms(view.mayDeliver, refresh)

  const stillWaits = fresh && view.waiting.some(({ id }) => id === fresh.id) ? fresh : null
  return { view, refresh, fresh: stillWaits, dismiss: () => setFresh(null) }
}

/** Listens to the room of available deliveries, and to the courier's own room, which the page script has open. */
function useRooms(mayDeliver: boolean, refresh: () => Promise<void>) {
  useEffect(() => {
    if (!mayDeliver) return
    const room = joinRoom({
      party: "deliverer",
      room: "waiting",
      onMessage: () => void refresh(),
      onResync: () => void refresh(),
    })
    return () => room.close()
  }, [mayDeliver, refresh])
  useEffect(() => {
    const onLive = ({ detail: { type, data } }: WindowEventMap[typeof LIVE]) => {
      if (type === "resync" || changed(data, "deliveries") || changed(data, "account")) void refresh()
    }
    const onOnline = () => void refresh()
    addEventListener(LIVE, onLive)
    addEventListener("online", onOnline)
    return () => {
      removeEventListener(LIVE, onLive)
      removeEventListener("online", onOnline)
    }
  }, [refresh])
}
