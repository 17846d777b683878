import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { isStale } from "#core/deliveries/provider-route.ts"
import type { RouteToGoal } from "#core/deliveries/route-to.server.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
import { isOffRoute, routeLeft } from "./route-left.ts"

export type ShownRoute = {
  deliveryId: string
  route: RouteToGoal
  /** Where and when (milliseconds since 1970) the route was requested. */
  from: Coordinates
  askedAt: number
  /**
   * Whether the route was requested automatically because the courier left the last one, and not by a tap. Such a route
   * does not move the map.
   */
  isRenewed: boolean
}

const NO_POSITION =
  "We need your location to show directions. Allow it in your browser's settings for this site."
const NO_ROUTE = "There's no driving route from where you are."
const NO_NETWORK = "We can't get directions while you're offline. The address is above."

/**
 * The route to a delivery's next stop, from our server; each failure is a message to show. `left` is the part ahead of
 * `position`. The route is requested again only after the courier has left it.
 */
export function useDirections(locate: () => Promise<Coordinates | null>, position: Coordinates | null) {
  const [shown, setShown] = useState<ShownRoute | null>(null)
  const [problem, setProblem] = useState("")
  const [busy, setBusy] = useState(false)
  /** The delivery whose route was requested last; `problem` belongs to it. */
  const [shownFor, setShownFor] = useState<string | null>(null)

  /** The number of the latest request. A response to an older one, or one that comes after `forget`, is dropped. */
  const request = useRef(0)

  const calculate = useCallback(
    async (deliveryId: string) => {
      request.current += 1
      const asked = request.current
      setBusy(true)
      setShownFor(deliveryId)
      setProblem("")
      const from = await locate()
      const { route, sentence } = from ? await ask(deliveryId, from) : { route: null, sentence: NO_POSITION }
      if (asked !== request.current) return
      // If no response arrives, the last known route stays, even if it belongs to another delivery.
      if (route && from) setShown({ deliveryId, route, from, askedAt: Date.now(), isRenewed: false })
      setProblem(sentence)
      setBusy(false)
    },
    [locate],
  )
  const forget = useCallback(() => {
    request.current += 1
    setBusy(false)
    setShown(null)
    setProblem("")
    setShownFor(null)
  }, [])
  useEffect(() => {
    if (!shown || !position || !isOffRoute(shown.route, position)) return
    if (!isStale(shown, position, new Date())) return
    const asked = request.current
    const here = { ...shown, from: position, askedAt: Date.now() }
    // If no response arrives, the old route stays until the next position.
    setShown(here)
    void ask(shown.deliveryId, position).then(({ route }) => {
      if (route && asked === request.current) setShown({ ...here, route, isRenewed: true })
    })
  }, [shown, position])
  const left = useMemo(
    () => shown && { ...shown, route: routeLeft(shown.route, position) },
    [shown, position],
  )
  return { shown, left, problem, busy, shownFor, calculate, forget }
}

export type DirectionsState = ReturnType<typeof useDirections>

type Answer = { route: RouteToGoal | null; sentence: string }

async function ask(deliveryId: string, { lat, lng }: Coordinates): Promise<Answer> {
  const query = new URLSearchParams({ delivery: deliveryId, lat: String(lat), lng: String(lng) })
  try {
    const answer = await fetch(`/api/v1/pushcartexpress/directions?${query}`, {
      signal: AbortSignal.timeout(20_000),
    })
    const body = (await answer.json()) as { route?: RouteToGoal | null; detail?: string }
    if (!answer.ok) return { route: null, sentence: body.detail ?? NO_NETWORK }
    return { route: body.route ?? null, sentence: body.route ? "" : NO_ROUTE }
  } catch {
    return { route: null, sentence: NO_NETWORK }
  }
}
