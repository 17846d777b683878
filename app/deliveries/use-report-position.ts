import { useEffect, useRef } from "react"
import { distanceMeters } from "#core/places/distance.ts"
import type { CourierPosition } from "./use-courier-position.ts"

/** Who stands in traffic need not be told of every second; who drives is told of at every next corner. */
const EVERY_MS = 5_000
const AT_ONCE_AFTER_METERS = 30
const AT_MOST_EVERY_MS = 500
/** A phone that lies still reports no new position, and after a minute of silence its courier looks out of reach. */
const AGAIN_EVERY_MS = 25_000

/**
 * Tells the customer where their order is, while there is a picked-up `deliveryId`: what the customer sees is never
 * more than thirty metres or five seconds behind, and the server hears at most two positions a second, and of a phone
 * that looks once a second one. While nothing new comes, the hook sends the last position again, as long as the page is
 * in sight: in the background a phone does not look where it is.
 */
export function useReportPosition(deliveryId: string | null, position: CourierPosition | null) {
  const last = useRef<{ deliveryId: string; at: number; position: CourierPosition } | null>(null)
  useEffect(() => {
    if (!deliveryId || !position) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      last.current = { deliveryId, at: Date.now(), position }
      // A position that is lost is made good by the next one.
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
