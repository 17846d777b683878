import type { ImageType } from "./image-formats.ts"

const JPEG_END = [0xff, 0xd9]
/** An empty IEND chunk with its checksum. */
const PNG_END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]

/**
 * Returns the file with the end marker that some phones and scanners leave out or replace with zeros; undefined if
 * nothing is missing, and for formats that state their length at the beginning.
 */
export function withEndMark(bytes: Uint8Array, type: ImageType): Uint8Array<ArrayBuffer> | undefined {
  if (type === "image/webp" || type === "image/avif") return undefined
  const end = type === "image/jpeg" ? JPEG_END : PNG_END
  const length = lengthWithoutPadding(bytes)
  if (end.every((byte, at) => bytes[length - end.length + at] === byte)) return undefined
  const closed = new Uint8Array(length + end.length)
  closed.set(bytes.subarray(0, length))
  closed.set(end, length)
  return closed
}

/** The length without trailing zeros. In a JPEG, FF 00 is part of the image data. */
function lengthWithoutPadding(bytes: Uint8Array): number {
  let length = bytes.length
  while (length > 1 && bytes[length - 1] === 0 && bytes[length - 2] !== 0xff) length -= 1
  return length
}

/** Whether the file ends too early, as after an interrupted download or copy. */
export function isCutOff(bytes: Uint8Array, type: ImageType): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === "image/webp") return bytes.length < 8 + view.getUint32(4, true)
  if (type !== "image/avif") return withEndMark(bytes, type) !== undefined
  let end = 0
  while (end + 8 <= bytes.length) {
    const size = view.getUint32(end)
    // Size 0 means "to the end of the file", and 1 a 64-bit size, which no photo needs.
    if (size < 8) return false
    end += size
  }
  return end !== bytes.length
}
