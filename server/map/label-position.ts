/** The center of mass of the largest part of an area, in flat degrees: the position of its name on a map. */
export function labelPosition(geometry: GeoJSON.Geometry): GeoJSON.Position {
  const [largest] = ringsOf(geometry)
    .map(massOf)
    .sort((one, other) => other.size - one.size)
  if (!largest) throw new Error(`A ${geometry.type} has no middle`)
  return largest.middle
}

/** The outer ring of each part. */
function ringsOf(geometry: GeoJSON.Geometry): GeoJSON.Position[][] {
  const parts =
    geometry.type === "MultiPolygon"
      ? geometry.coordinates
      : geometry.type === "Polygon"
        ? [geometry.coordinates]
        : []
  return parts.flatMap(([outer]) => (outer ? [outer] : []))
}

/** The shoelace formula: adds up the triangles that each edge forms with the origin. */
function massOf(ring: GeoJSON.Position[]): { size: number; middle: GeoJSON.Position } {
  let [area, x, y] = [0, 0, 0]
  ring.forEach(([fromX = 0, fromY = 0], at) => {
    const [toX = 0, toY = 0] = ring[(at + 1) % ring.length] ?? []
    const triangle = fromX * toY - toX * fromY
    area += triangle
    x += (fromX + toX) * triangle
    y += (fromY + toY) * triangle
  })
  return { size: Math.abs(area), middle: [x / (3 * area), y / (3 * area)] }
}
