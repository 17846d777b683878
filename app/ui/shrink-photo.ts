export const MAX_IMAGE_BYTES = 1_048_576

const FIRST_SIDE = 2000
const QUALITY = 0.82

/**
 * The photo as it is when it is at most 1 MB, else scaled down in the browser until it is. Null where that fails: it is
 * no image, or of a kind that this browser cannot read.
 */
export async function shrinkPhoto(photo: Blob): Promise<Blob | null> {
  if (photo.size <= MAX_IMAGE_BYTES) return photo
  const image = await createImageBitmap(photo).catch(() => null)
  if (!image) return null
  try {
    for (let side = FIRST_SIDE; side >= 500; side = Math.round(side * 0.7)) {
      const smaller = await drawn(image, side)
      if (smaller && smaller.size <= MAX_IMAGE_BYTES) return smaller
    }
    return null
  } finally {
    image.close()
  }
}

function drawn(image: ImageBitmap, longestSide: number): Promise<Blob | null> {
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height))
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY))
}
