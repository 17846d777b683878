import { useEffect, useState } from "react"
import { useLocation } from "react-router"
import type { Elements } from "#app/ui/elements.ts"

const sender = () => import("./queue-sender.tsx")

/** For each role that queues steps: the pages that send them themselves, and the sender for all others. */
const QUEUES = {
  deliverer: {
    pages: ["/deliveries"],
    load: async (): Promise<Sender> => {
      const [{ QueueSender }, { COURIER_QUEUE }] = await Promise.all([
        sender(),
        import("#app/deliveries/courier-queue.ts"),
      ])
      return (personId) => <QueueSender key={personId} queue={COURIER_QUEUE} personId={personId} />
    },
  },
  seller: {
    pages: ["/marketOrders", "/order-seller", "/market-today"],
    load: async (): Promise<Sender> => {
      const [{ QueueSender }, { STATUS_QUEUE }] = await Promise.all([
        sender(),
        import("#app/orders/status-queue.ts"),
      ])
      return (personId) => <QueueSender key={personId} queue={STATUS_QUEUE} personId={personId} />
    },
  },
}

type Sender = (personId: string) => Elements
type Props = { role: string | null; personId: string | null }

/** On every other page of a courier or a seller, shows how many of their steps are queued, and sends them. */
export function WaitingSteps({ role, personId }: Props): Elements {
  const { pathname } = useLocation()
  const [render, setRender] = useState<Sender | null>(null)
  const queue = role === "deliverer" || role === "seller" ? QUEUES[role] : null
  const isSentHere = queue?.pages.includes(pathname) ?? true
  useEffect(() => {
    if (!queue || isSentHere) return
    let isWanted = true
    // If the sender does not load (the network just failed), the next page sends them.
    void queue.load().then(
      (loaded) => isWanted && setRender(() => loaded),
      () => {},
    )
    return () => {
      isWanted = false
      setRender(null)
    }
  }, [queue, isSentHere])
  return render && personId && !isSentHere ? render(personId) : null
}
