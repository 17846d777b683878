import { DomainError } from "#core/errors.ts"
import type { ImageAddress, Images } from "#core/ports/images.ts"
import { SITE_URL } from "./keys.ts"
import type { Life } from "./life.ts"

/** An image in the simulation. Any other contents count as no image. */
export const anImageFile = (of: string): File =>
  new File([`picture of ${of}`], "photo.jpg", { type: "image/jpeg" })
export const NOT_AN_IMAGE = new File(["<script>"], "photo.jpg", { type: "image/jpeg" })

/** Stores images in memory without checking their contents. The real image handling has its own tests. */
export function imageStore({ life, fails }: { life: () => Life; fails: () => boolean }): Images {
  const kept = new Map<string, Uint8Array>()
  const nameOf = ({ container, name }: ImageAddress) => `${container}/${name}`
  const size = { width: 320, height: 240 }
  const outside = async () => {
    await life().moment()
    if (fails()) throw new DomainError("provider_down", "Pictures can't be kept right now.")
  }
  return {
    async check(bytes) {
      if (!new TextDecoder().decode(bytes).startsWith("picture"))
        throw new DomainError("file_not_image", "Choose a photo.")
      return { bytes, contentType: "image/jpeg", ...size }
    },
    async store(address, { bytes }) {
      await outside()
      kept.set(nameOf(address), bytes)
    },
    async process(address) {
      await outside()
      if (!kept.has(nameOf(address))) throw new DomainError("file_not_image", "There is no such picture.")
      return size
    },
    url: (address, width) => `${SITE_URL}/images/${nameOf(address)}?w=${width}`,
    preview: async () => undefined,
    privateUrl: async (address) => `${SITE_URL}/private/${nameOf(address)}`,
    async remove(address) {
      await outside()
      kept.delete(nameOf(address))
    },
  }
}
