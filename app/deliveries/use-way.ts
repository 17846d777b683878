import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { isWorthAsking } from "#core/deliveries/asked-way.ts"
import type { RouteToGoal } from "#core/deliveries/route-to.server.ts"
import type { Coordinates } from "#core/places/coordinates.ts"
import { isOffTheWay, routeLeft } from "./route-left.ts"

export type Way = {
  deliveryId: string
  route: RouteToGoal
  /** Where and when (milliseconds) it was asked for. */
  from: Coordinates
  askedAt: number
  /** Asked by itself, for a courier who left the last one, and not by a hand that wants to see all of it. */
  isRenewed: boolean
}

const NO_POSITION =
  "We need your location to show directions. Allow it in your browser's settings for this site."
const NO_WAY = "There's no driving route from where you are."
const NO_NETWORK = "We can't get directions while you're offline. The address is above."

/**
 * The way to a delivery's next stop, asked of our server; each failure is a sentence. `left` is what of it is ahead of
 * the `position`, which is asked about again only where the courier has left the way.
 */
export function useWay(locate: () => Promise<Coordinates | null>, position: Coordinates | null) {
  const [way, setWay] = useState<Way | null>(null)
  const [problem, setProblem] = useState("")
  const [busy, setBusy] = useState(false)
  /** The delivery that the way, or the sentence in its place, belongs to. */
  const [shownFor, setShownFor] = useState<string | null>(null)

  /** An answer that comes after the next question, or after it was forgotten, is nobody's. */
  const turn = useRef(0)

  const calculate = useCallback(
    async (deliveryId: string) => {
      turn.current += 1
      const asked = turn.current
      setBusy(true)
      setShownFor(deliveryId)
      setProblem("")
      const from = await locate()
      const { route, sentence } = from ? await ask(deliveryId, from) : { route: null, sentence: NO_POSITION }
      if (asked !== turn.current) return
      setWay(route && from && { deliveryId, route, from, askedAt: Date.now(), isRenewed: false })
      setProblem(sentence)
      setBusy(false)
    },
    [locate],
  )
  const forget = useCallback(() => {
    turn.current += 1
    setBusy(false)
    setWay(null)
    setProblem("")
    setShownFor(null)
  }, [])
  useEffect(() => {
    if (!way || !position || !isOffTheWay(way.route, position)) return
    if (!isWorthAsking(way, position, new Date())) return
    const asked = turn.current
    const here = { ...way, from: position, askedAt: Date.now() }
    // The next position waits its turn; where there is no answer the old way stays.
    setWay(here)
    void ask(way.deliveryId, position).then(({ route }) => {
      if (route && asked === turn.current) setWay({ ...here, route, isRenewed: true })
    })
  }, [way, position])
  const left = useMemo(() => way && { ...way, route: routeLeft(way.route, position) }, [way, position])
  return { way, left, problem, busy, shownFor, calculate, forget }
}

export type WayState = ReturnType<typeof useWay>

type Answer = { route: RouteToGoal | null; sentence: string }

async function ask(deliveryId: string, { lat, lng }: Coordinates): Promise<Answer> {
  const query = new URLSearchParams({ delivery: deliveryId, lat: String(lat), lng: String(lng) })
  try {
    const answer = await fetch(`/api/v1/pushcartexpress/directions?${query}`, {
      signal: AbortSignal.timeout(20_000),
    })
    const body = (await answer.json()) as { route?: RouteToGoal | null; detail?: string }
    if (!answer.ok) return { route: null, sentence: body.detail ?? NO_NETWORK }
    return { route: body.route ?? null, sentence: body.route ? "" : NO_WAY }
  } catch {
    return { route: null, sentence: NO_NETWORK }
  }
}
