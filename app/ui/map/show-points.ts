import { groupsOf, numbersOf, type PointGroup } from "./group-points.ts"
import type { MapCanvas, Pin } from "./map-canvas.ts"
import type { MapOptions, MapPlace, MapPoint } from "./map-point.ts"
import { mapWindow } from "./map-window.ts"

const NEAREST_ZOOM = 12

export type ShownPoints = {
  show(points: MapPoint[], place: MapPlace | null): void
  select(id: string | null): void
}

/** Shows a page's points as pins with windows. Pins that would cover each other become a single pin. */
export function pointsOn(canvas: MapCanvas, options: MapOptions): ShownPoints {
  let groupsAt = groupsOf([])
  let shown: { key: string; group: PointGroup; pin: Pin }[] = []
  let selected: string | null = null
  let dot: Pin | null = null

  const group = (): void => {
    const groups = groupsAt(canvas.zoom())
    if (groups.map(keyOf).join() === shown.map(({ key }) => key).join()) return
    const focused = shown.find(({ pin }) => pin.element.contains(document.activeElement))?.group.points[0]
    for (const { pin } of shown) pin.remove()
    // In the list's order, because Tab follows this order.
    shown = groups.map((group) => ({ key: keyOf(group), group, pin: addPin(canvas, group, options) }))
    select()
    const again = focused && shown.find(({ group }) => hasPoint(group, focused.id))
    again?.pin.element.focus({ preventScroll: true })
  }
  const select = () => {
    for (const { group, pin } of shown) pin.setPicked(selected !== null && hasPoint(group, selected))
  }

  canvas.onZoom(group)
  const all: ShownPoints = {
    show(points, place) {
      groupsAt = groupsOf(points)
      for (const { pin } of shown) pin.remove()
      shown = []
      dot?.remove()
      dot = place && addPlace(canvas, place)
      canvas.fit(place ? [...points, place] : points, NEAREST_ZOOM)
      group()
    },
    select(id) {
      selected = id
      select()
    },
  }
  all.show(options.points, options.place)
  return all
}

const keyOf = ({ points }: PointGroup) => points.map(({ id }) => id).join("+")
const hasPoint = ({ points }: PointGroup, wanted: string) => points.some(({ id }) => id === wanted)

function addPin(canvas: MapCanvas, group: PointGroup, { onHover, onSelect }: MapOptions): Pin {
  const { points, splitsAtZoom } = group
  const [first] = points
  const onHoverFirst = (isOver: boolean) => onHover(isOver ? first.id : null)
  const look = {
    at: group,
    onHover: onHoverFirst,
    isHollow: points.every(({ isHollow }) => isHollow),
    isGroup: points.length > 1,
  }
  if (points.length === 1 || splitsAtZoom === null)
    return canvas.addPin({
      ...look,
      ...(first.number === undefined ? {} : { text: numbersOf(points) }),
      ...(first.number === undefined || points.length > 1 ? {} : { name: first.title }),
      label: labelOf(points),
      window: mapWindow(points),
      onOpen: () => onSelect(first.id),
    })
  return canvas.addPin({
    ...look,
    text: numbersOf(points),
    label: `${labelOf(points)}. Zoom in.`,
    onPress: () => canvas.fly(group, splitsAtZoom + 0.5),
  })
}

/** Returns "1. Chelsea Corner Grocer", numbered like the list; for several points "1, 2 +3: " and all their names. */
function labelOf(points: PointGroup["points"]): string {
  const [{ number, title }, ...others] = points
  if (others.length > 0) return `${numbersOf(points)}: ${points.map((point) => point.title).join(", ")}`
  return number === undefined ? title : `${number}. ${title}`
}

function addPlace(canvas: MapCanvas, place: MapPlace): Pin {
  const dot = document.createElement("div")
  dot.className = "place-dot"
  return canvas.addPin({ at: place, label: place.label, dot })
}
