import { CARD_WIDTH, IMAGE_WIDTHS, widthFor } from "#core/images/widths.ts"

export type ImageName = { container: string; name: string }

/** An image's box on its page, in CSS pixels; `sizes` is its width in CSS if that is not always `width`. */
type ImageBox = { width: number; sizes?: string | undefined }

type Format = "avif" | "webp"

/** Returns the URL of one rendition: `GET /images/:container/:name?w=288&f=avif`. */
export function imageUrl(image: ImageName, width: number, format: Format): string {
  const path = `/images/${encodeURIComponent(image.container)}/${encodeURIComponent(image.name)}`
  return `${path}?w=${width}&f=${format}`
}

/**
 * Returns a `srcset`: two densities for a box of fixed width, otherwise the widths to choose from, for a card only the
 * small ones.
 */
export function imageSet(image: ImageName, { width, sizes }: ImageBox, format: Format): string {
  const file = (wide: number) => imageUrl(image, wide, format)
  if (!sizes) return `${file(widthFor(width))} 1x, ${file(widthFor(width * 2))} 2x`
  return IMAGE_WIDTHS.filter((one) => one > 96 && (width > CARD_WIDTH || one <= CARD_WIDTH))
    .map((one) => `${file(one)} ${one}w`)
    .join(", ")
}
