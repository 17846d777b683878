import { Card } from "#app/ui/card.tsx"
import { MapView } from "#app/ui/map/map-view.tsx"
import type { PositionSource } from "#core/places/coordinates.ts"

type MapPlace = {
  title: string
  address: string
  city: string
  state: string
  zip: string
  lat: number | null
  lng: number | null
  positionSource: PositionSource | null
}

const CLOSE = 14
const AROUND = 11

/** The address on a map. An address known only by its zip code is shown zoomed out. */
export function AddressMap({ place }: { place: MapPlace }) {
  const { title, address, city, state, zip, lat, lng, positionSource } = place
  const lines = [address, `${city}, ${state} ${zip}`]
  const isRough = positionSource === "zip"
  return (
    <Card className="stack">
      <h2 className="admin-h">Address</h2>
      <address>
        <span>{lines[0]}</span>
        <br />
        <span>{lines[1]}</span>
      </address>
      {lat !== null && lng !== null ? (
        <MapView
          label={`the address of ${title}`}
          points={[{ id: "address", lat, lng, source: positionSource, title, lines }]}
          center={{ lat, lng }}
          zoom={isRough ? AROUND : CLOSE}
          height={260}
        />
      ) : (
        <p className="soft">We couldn't find this address on the map.</p>
      )}
      {isRough && <p className="hint">We only know the center of the zip code.</p>}
    </Card>
  )
}
