import type { MapCanvas, Pin } from "./map-canvas.ts"
import type { MapOptions, MapPoint } from "./map-point.ts"

const NEAREST_ZOOM = 12

export type ShownPoints = { show(points: MapPoint[]): void; select(id: string | null): void }

/** A page's points as pins, each with a window of what it says. */
export function pointsOn(canvas: MapCanvas, options: MapOptions): ShownPoints {
  const pins = new Map<string, Pin>()
  const shown: ShownPoints = {
    show(points) {
      for (const pin of pins.values()) pin.remove()
      pins.clear()
      for (const point of points) pins.set(point.id, addPin(canvas, point, options))
      canvas.fit(points, NEAREST_ZOOM)
    },
    select(id) {
      for (const [key, pin] of pins) pin.setPicked(key === id)
    },
  }
  shown.show(options.points)
  return shown
}

function addPin(canvas: MapCanvas, point: MapPoint, { onHover, onSelect }: MapOptions): Pin {
  return canvas.addPin({
    at: point,
    label: point.title,
    window: windowOf(point),
    onOpen: () => onSelect(point.id),
    onHover: (isOver) => onHover(isOver ? point.id : null),
  })
}

function windowOf({ title, lines = [], links = [] }: MapPoint): HTMLElement {
  const box = document.createElement("div")
  box.className = "map-window"
  const head = box.appendChild(document.createElement("h3"))
  head.textContent = title
  for (const line of lines) box.appendChild(document.createElement("p")).textContent = line
  for (const { label, href } of links) {
    const link = box.appendChild(document.createElement("a"))
    link.className = "btn btn-small"
    link.href = href
    link.textContent = label
  }
  return box
}
