import { useEffect, useRef } from "react"
import type { CourierPosition } from "./use-courier-position.ts"

const EVERY_MS = 5_000

/** Tells the customer where their order is, at most every five seconds, while there is a picked-up `deliveryId`. */
export function useReportPosition(deliveryId: string | null, position: CourierPosition | null) {
  const sentAt = useRef(0)
  useEffect(() => {
    if (!deliveryId || !position) return
    const send = () => {
      sentAt.current = Date.now()
      // A position that is lost is made good by the next one.
      void fetch("/api/v1/pushcartexpress/position", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ deliveryId, ...position }),
      }).catch(() => {})
    }
    const wait = sentAt.current + EVERY_MS - Date.now()
    if (wait <= 0) return send()
    const timer = setTimeout(send, wait)
    return () => clearTimeout(timer)
  }, [deliveryId, position])
}
