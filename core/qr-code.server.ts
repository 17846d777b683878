import { encode } from "uqr"

/** A QR code without its quiet zone: the number of modules on a side, and an SVG path of the dark ones. */
export type QrCode = { size: number; path: string }

/** Encodes a short text so that it can be read with a quarter of the code covered or dirty. */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "Q", border: 0 })
  return { size, path: data.map(rowPath).join("") }
}

/** One rectangle for each run of dark modules. */
function rowPath(row: readonly boolean[], y: number): string {
  const runs = row
    .map((isDark) => (isDark ? "1" : "0"))
    .join("")
    .matchAll(/1+/g)
  return [...runs].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`).join("")
}
