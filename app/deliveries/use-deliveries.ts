import { useCallback, useEffect, useRef, useState } from "react"
import { LIVE } from "#app/page-protocol/events.ts"
import { changed } from "#app/ui/use-live.ts"
import type { WaitingDelivery } from "#core/deliveries/list-deliveries.server.ts"
import type { DeliveriesView } from "#core/deliveries/view-deliveries.server.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
// Not loaded when it is wanted: by then the network may be gone.
import { joinRoom } from "#party/client.ts"

/**
 * What the server last said, asked again when the rooms tell of a change. Not by the router's revalidation: where
 * there is no network that would put an error page in the place of the delivery.
 */
export function useDeliveries(loaded: DeliveriesView, position: { readonly current: Coordinates | null }) {
  const [view, setView] = useState(loaded)
  const [fresh, setFresh] = useState<WaitingDelivery | null>(null)
  const known = useRef(new Set(loaded.waiting.map(({ id }) => id)))
  const asked = useRef(0)
  /** The question whose answer is on the screen. */
  const shown = useRef(0)
  const wasActive = useRef(loaded.active !== null)

  const show = useCallback((next: DeliveriesView, quiet: boolean) => {
    // What waited all along, while another delivery was under way or elsewhere, is not news.
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
        // One that a later question has overtaken is still newer than what is shown: a caller that waits for it, as the queue
        // does with a step that was sent, must find it there.
        if (turn < shown.current) return
        shown.current = turn
        show(next, quiet)
      } catch {
        // No network: what is shown stays, and the room or the queue asks again.
      }
    },
    [position, show],
  )

  useEffect(() => setView(loaded), [loaded])
  useRooms(view.mayDeliver, refresh)

  const stillWaits = fresh && view.waiting.some(({ id }) => id === fresh.id) ? fresh : null
  return { view, refresh, fresh: stillWaits, dismiss: () => setFresh(null) }
}

/** The room of those who may take a delivery, and the own one, which every page's page script has open. */
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
