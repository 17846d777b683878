import { useEffect, useMemo, useState } from "react"
import { Card, Pill } from "#app/ui/card.tsx"
import type { MapPoint } from "#app/ui/map/map-point.ts"
import { MapView } from "#app/ui/map/map-view.tsx"
import { countText } from "#core/count-text.ts"
import type { ShownCourier } from "#core/orders/shown-order.server.ts"
import { formatMiles } from "#core/places/distance.ts"
import { durationText } from "#core/places/duration.ts"

const MAP_HEIGHT = 300
/** A phone sends its position every few seconds: an older one is outdated. */
const FRESH_SECONDS = 60
const COUNT_EVERY_MS = 10_000

/** The courier's position and ETA, between pick-up and delivery. */
export function CourierOnTheWay({ courier }: { courier: ShownCourier }) {
  const { position, door, eta } = courier
  const points = useMemo<MapPoint[]>(
    () => [
      { id: "courier", lat: position.lat, lng: position.lng, title: "Your courier" },
      ...(door ? [{ id: "door", ...door, title: "Your door" }] : []),
    ],
    [position, door],
  )
  return (
    <Card className="stack no-print">
      <div className="split">
        <h2>Your courier is on the way</h2>
        {eta?.isEstimate && <Pill ground="butter">estimate</Pill>}
      </div>
      {eta && (
        <p aria-live="polite">
          At your door in about <strong className="num">{durationText(eta.durationSeconds)}</strong>,{" "}
          <span className="num">{`at ${eta.arrives}`}</span>.{" "}
          <span className="num">{formatMiles(eta.distanceMiles)}</span> to go.
        </p>
      )}
      <SeenAgo seconds={position.secondsAgo} />
      <MapView label="your courier and your door" points={points} selectedId="courier" height={MAP_HEIGHT} />
    </Card>
  )
}

/** The age of the courier's position; in a sentence of its own once it is no longer fresh. */
function SeenAgo({ seconds }: { seconds: number }) {
  const age = useCountedOn(seconds)
  if (age < FRESH_SECONDS)
    return (
      <p className="hint num">{`Position from ${countText(Math.max(1, Math.round(age)), "second")} ago`}</p>
    )
  return (
    <p className="hint">
      Your courier was last seen <span className="num">{durationText(age)}</span> ago.
    </p>
  )
}

/** Continues counting the server's seconds, since the browser's clock may be wrong. */
function useCountedOn(seconds: number): number {
  const [age, setAge] = useState(seconds)
  useEffect(() => {
    const from = performance.now()
    const count = () => setAge(seconds + (performance.now() - from) / 1000)
    count()
    const timer = setInterval(count, COUNT_EVERY_MS)
    return () => clearInterval(timer)
  }, [seconds])
  return age
}
