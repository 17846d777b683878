import { useEffect } from "react"
import { useRevalidate } from "#app/ui/use-revalidate.ts"
// Imported statically: when it is needed, the network may be gone.
import { joinRoom } from "#party/client.ts"

/**
 * Revalidates the page whenever the deliveries that wait for a courier change. A socket of its own beside the one of
 * the person's room: a room may be in another process, and this one admits only couriers who may deliver, while they
 * look at the list.
 */
export function useWaitingRoom(mayDeliver: boolean) {
  const revalidate = useRevalidate()
  useEffect(() => {
    if (!mayDeliver) return
    const room = joinRoom({
      party: "deliverer",
      room: "waiting",
      onMessage: revalidate,
      onResync: revalidate,
    })
    return () => room.close()
  }, [mayDeliver, revalidate])
}
