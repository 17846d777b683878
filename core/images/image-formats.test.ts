import { describe, expect, it } from "vitest"
import { imageTypeOf } from "./image-formats.ts"

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe("an image's format", () => {
  it.each([
    ["image/jpeg", "\xff\xd8\xff\xe0\0\x10JFIF"],
    ["image/png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
    ["image/webp", "RIFF\x24\0\0\0WEBPVP8 "],
    ["image/avif", "\0\0\0\x20ftypavif\0\0\0\0"],
  ])("is %s by the file's first bytes", (type, start) => {
    expect(imageTypeOf(bytes(start))).toBe(type)
  })

  it.each([
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["SVG behind an XML declaration", '<?xml version="1.0"?><svg/>'],
    ["GIF", "GIF89a"],
    ["TIFF", "II*\0"],
    ["HEIC", "\0\0\0\x20ftypheic\0\0\0\0"],
    ["a sound in a RIFF file", "RIFF\x24\0\0\0WAVEfmt "],
    ["nothing", ""],
  ])("is none for %s", (_name, start) => {
    expect(imageTypeOf(bytes(start))).toBeUndefined()
  })
})
