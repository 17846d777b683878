import jsQR from "jsqr"
import { expect, it } from "vitest"
import { qrCode } from "./qr-code.server.ts"

it("is read back by a decoder, also with a corner of it torn off", { tags: ["SALE-63"] }, () => {
  const { size, path } = qrCode("100234")
  expect(decode(size, path)).toBe("100234")
  expect(decode(size, path.replace(/M1[89] 1[89][^M]*/g, ""))).toBe("100234")
})

/** Paints the path's rectangles as an image of 8 pixels a module with a white edge, and decodes that. */
function decode(size: number, path: string): string | undefined {
  const [scale, quiet] = [8, 4]
  const width = (size + 2 * quiet) * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let row = 0; row < scale; row++) {
      const start = ((Number(y) + quiet) * scale + row) * width + (Number(x) + quiet) * scale
      for (let dot = start; dot < start + Number(length) * scale; dot++) pixels.fill(0, dot * 4, dot * 4 + 3)
    }
  }
  return jsQR(pixels, width, width)?.data
}
