import { useEffect, useRef } from "react"
import { distanceMeters } from "#core/places/distance.ts"
import type { CourierPosition } from "./use-courier-position.ts"

/** In traffic, a report every 5 s is enough; a moving courier is also reported after every 30 m. */
const EVERY_MS = 5_000
const AT_ONCE_AFTER_METERS = 30
const AT_MOST_EVERY_MS = 500
/**
 * A phone that doesn't move gets no new positions, and after a minute without a report its courier would look
 * unreachable.
 */
const AGAIN_EVERY_MS = 25_000

/**
 * Reports the courier's position to the customer while there is a picked-up `deliveryId`. The customer's view is at
 * most 30 meters or 5 seconds behind. The server gets at most two positions a second, and one a second from a phone
 * that measures once a second. While no new position comes, the last one is sent again as long as the page is visible;
 * in the background a phone does not update its position.
 */
export function useReportPosition(deliveryId: string | null, position: CourierPosition | null) {
  const last = useRef<{ deliveryId: string; at: number; position: CourierPosition } | null>(null)
  useEffect(() => {
    if (!deliveryId || !position) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      last.current = { deliveryId, at: Date.now(), position }
      // If a report is lost, the next one makes up for it.
      void fetch("/api/v1/pushcartexpress/position", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ deliveryId, ...position }),
      }).catch(() => {})
      sendAgainLater()
    }
    const sendAgainLater = () => {
      timer = setTimeout(() => (document.hidden ? sendAgainLater() : send()), AGAIN_EVERY_MS)
    }
    const before = last.current?.deliveryId === deliveryId ? last.current : null
    const isNear = before && distanceMeters(before.position, position) < AT_ONCE_AFTER_METERS
    const wait = before ? before.at + (isNear ? EVERY_MS : AT_MOST_EVERY_MS) - Date.now() : 0
    if (wait <= 0) send()
    else timer = setTimeout(send, wait)
    return () => clearTimeout(timer)
  }, [deliveryId, position])
}
