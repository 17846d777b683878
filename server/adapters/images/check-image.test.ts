import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { NOT_AN_IMAGE } from "#core/images/image-formats.ts"
import { heicPhoto } from "#tests/support/images.ts"
import { checkImage } from "./check-image.ts"

const noise = { type: "gaussian", mean: 120, sigma: 30 } as const
const photo = () => sharp({ create: { width: 120, height: 90, channels: 3, background: "#c43", noise } })

describe("a photo as phones and networks leave it", () => {
  it("names the formats to choose instead of a HEIC, however large it is", {
    tags: ["IMAGE-99"],
  }, async () => {
    await expect(checkImage(heicPhoto().buffer)).rejects.toMatchObject({
      code: "file_not_image",
      message: NOT_AN_IMAGE,
    })
  })

  it.each([
    ["a JPEG", "jpeg", {}, 2],
    ["a JPEG in several passes", "jpeg", { progressive: true }, 2],
    ["a PNG", "png", {}, 12],
  ] as const)(
    "takes %s whose end mark is missing, or half of it, or zeros in its place",
    {
      tags: ["IMAGE-100"],
    },
    async (_what, format, options, mark) => {
      const whole = await photo().toFormat(format, options).toBuffer()
      const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer()
      const kept = await pixels((await checkImage(whole)).bytes)
      const open = whole.subarray(0, -mark)
      for (const odd of [open, whole.subarray(0, -mark / 2), Buffer.concat([open, Buffer.alloc(300)])])
        expect(kept.equals(await pixels((await checkImage(odd)).bytes))).toBe(true)
    },
  )

  it.each([
    ["a JPEG", "jpeg", {}],
    ["a JPEG in several passes", "jpeg", { progressive: true }],
    ["a PNG", "png", {}],
    ["a WebP", "webp", {}],
    ["an AVIF", "avif", {}],
  ] as const)(
    "asks for %s again that did not come whole",
    { tags: ["IMAGE-101"] },
    async (_what, format, options) => {
      const whole = await photo().toFormat(format, options).toBuffer()
      for (const left of [0.3, 0.6, 0.95])
        await expect(checkImage(whole.subarray(0, whole.length * left)), `${left}`).rejects.toMatchObject({
          code: "file_not_image",
          message: "The photo didn't upload completely. Choose it again.",
        })
    },
  )
})
