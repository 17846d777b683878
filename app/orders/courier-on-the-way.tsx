import { useMemo } from "react"
import { Card, Pill } from "#app/ui/card.tsx"
import type { MapPoint } from "#app/ui/map/map-point.ts"
import { MapView } from "#app/ui/map/map-view.tsx"
import type { TrackedCourier } from "#core/deliveries/track-courier.server.ts"
import { formatMiles } from "#core/places/distance.ts"
import { durationText } from "#core/places/duration.ts"

const MAP_HEIGHT = 300

/** Where the courier is and when they come, between pick-up and delivery. */
export function CourierOnTheWay({ courier }: { courier: TrackedCourier }) {
  const { position, door, eta } = courier
  const points = useMemo<MapPoint[]>(
    () => [
      { id: "courier", lat: position.lat, lng: position.lng, title: "Your courier" },
      ...(door ? [{ id: "door", ...door, title: "Your door" }] : []),
    ],
    [position, door],
  )
  return (
    <Card className="stack">
      <div className="split">
        <h2>Your courier is on the way</h2>
        {eta?.isEstimate && <Pill ground="butter">estimate</Pill>}
      </div>
      {eta && (
        <p aria-live="polite">
          At your door in about <strong className="num">{durationText(eta.durationSeconds)}</strong>,{" "}
          <span className="num">{formatMiles(eta.distanceMiles)}</span> to go.
        </p>
      )}
      <MapView label="your courier and your door" points={points} selectedId="courier" height={MAP_HEIGHT} />
    </Card>
  )
}
