import { useEffect, useRef, useState } from "react"
import type { WaitingDelivery } from "#core/deliveries/delivery.ts"
import type { DeliveriesView } from "#core/deliveries/view-deliveries.server.ts"

/**
 * The delivery that was offered while the courier looked at the list. Not new is one that was already waiting while
 * they had another delivery, or that is listed because the page now has another position to be near to.
 */
export function useNewDelivery(view: DeliveriesView, near: string | null) {
  const [fresh, setFresh] = useState<WaitingDelivery | null>(null)
  const known = useRef(new Set(view.waiting.map(({ id }) => id)))
  const before = useRef({ view, near })
  useEffect(() => {
    const isSameList = before.current.view.active === null && before.current.near === near
    const news = isSameList ? view.waiting.find(({ id }) => !known.current.has(id)) : undefined
    for (const { id } of view.waiting) known.current.add(id)
    before.current = { view, near }
    if (news) setFresh(news)
  }, [view, near])
  const stillWaits = fresh && view.waiting.some(({ id }) => id === fresh.id) ? fresh : null
  return { fresh: stillWaits, dismiss: () => setFresh(null) }
}
