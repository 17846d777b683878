/** A tile's position: columns from the west, rows from the north. */
export type TileAddress = { z: number; x: number; y: number }

const DEEPEST_ZOOM = 22

/** Parses the tile of a path; null unless it is three whole numbers within the world. */
export function tileAddress(parts: { z: string; x: string; y: string }): TileAddress | null {
  if (![parts.z, parts.x, parts.y].every((part) => /^\d{1,7}$/.test(part))) return null
  const [z, x, y] = [Number(parts.z), Number(parts.x), Number(parts.y)]
  return z <= DEEPEST_ZOOM && x < 2 ** z && y < 2 ** z ? { z, x, y } : null
}
