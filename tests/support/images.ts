import sharp from "sharp"
import type { DocumentName } from "#core/registration/registration-inputs.ts"

/** A real image as a file for a form's file field. */
export async function aPhoto(name = "photo.jpg", colour = "#7a9") {
  const image = sharp({ create: { width: 320, height: 240, channels: 3, background: colour } })
  return { name, mimeType: "image/jpeg", buffer: await image.jpeg().toBuffer() }
}

/** A photo as a file for an API call. */
export async function anImageFile(colour?: string): Promise<File> {
  const { buffer, name, mimeType } = await aPhoto("photo.jpg", colour)
  return new File([buffer], name, { type: mimeType })
}

/** Three different images, because a market's registration rejects duplicates. */
export const threeImages = async (): Promise<Record<DocumentName, File>> => ({
  id: await anImageFile("red"),
  pictureOfMarket: await anImageFile("green"),
  certificate: await anImageFile("blue"),
})

const phones: Promise<Buffer>[] = []

/** A photo like a phone's: 6 MB, taken upright and stored sideways. Each number gives a different photo. */
export async function phonePhoto(name = "IMG_2041.jpg", number = 0) {
  phones[number] ??= sharp({
    create: {
      width: 3200,
      height: 2400,
      channels: 3,
      background: "#777",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer()
  return { name, mimeType: "image/jpeg", buffer: await phones[number] }
}

/** An image that is one byte over 1 MB. */
export async function tooLargePhoto(name = "large.jpg") {
  const { buffer } = await aPhoto()
  return {
    name,
    mimeType: "image/jpeg",
    buffer: Buffer.concat([buffer, Buffer.alloc(1_048_577 - buffer.length)]),
  }
}

/** A JPEG of more than 1 MB that a browser cannot shrink, because no part of it is readable. */
export const unreadableLargePhoto = (name = "large.jpg") => ({
  name,
  mimeType: "image/jpeg",
  buffer: Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.alloc(1_100_000, 1),
    Buffer.from([0xff, 0xd9]),
  ]),
})

/** A file with the name and type of an image that is not one. */
export const notAPhoto = (name = "passport.png") => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from("<script>alert(1)</script> this is no picture at all"),
})

/** A complete photo without the marker that ends a JPEG, as some phones and scanners write it. */
export function withoutEnd<Photo extends { buffer: Buffer }>(photo: Photo): Photo {
  return { ...photo, buffer: photo.buffer.subarray(0, -2) }
}

/** A photo whose second half is missing. */
export function cutOff<Photo extends { buffer: Buffer }>(photo: Photo): Photo {
  return { ...photo, buffer: photo.buffer.subarray(0, photo.buffer.length / 2) }
}

/** The beginning of an iPhone's HEIC photo, more than 1 MB: a format that we cannot read. */
export const heicPhoto = (name = "IMG_2041.heic") => ({
  name,
  mimeType: "image/heic",
  buffer: Buffer.concat([Buffer.from("\0\0\0\x20ftypheic\0\0\0\0"), Buffer.alloc(1_900_000)]),
})
