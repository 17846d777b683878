export const MAX_IMAGE_BYTES = 1_048_576

const FIRST_SIDE = 2000
const QUALITY = 0.82

/**
 * The photo as it is when it is at most 1 MB, else scaled down in the browser until it is. Null where that fails: it is
 * no picture, or of a kind that this browser cannot read.
 */
export async function shrinkPhoto(photo: Blob): Promise<Blob | null> {
  if (photo.size <= MAX_IMAGE_BYTES) return photo
  const picture = await createImageBitmap(photo).catch(() => null)
  if (!picture) return null
  try {
    for (let side = FIRST_SIDE; side >= 500; side = Math.round(side * 0.7)) {
      const smaller = await drawn(picture, side)
      if (smaller && smaller.size <= MAX_IMAGE_BYTES) return smaller
    }
    return null
  } finally {
    picture.close()
  }
}

function drawn(picture: ImageBitmap, longestSide: number): Promise<Blob | null> {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY))
}
