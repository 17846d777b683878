import { CARD_WIDTH, IMAGE_WIDTHS, widthFor } from "#core/images/widths.ts"

export type ImageName = { container: string; name: string }

/**
 * The box of an image on its page, in CSS pixels; `sizes` says in CSS how wide it is where that is not always `width`.
 */
type ImageBox = { width: number; sizes?: string | undefined }

type Format = "avif" | "webp"

/** The address of one rendition: `GET /images/:container/:name?w=288&f=avif`. */
export function imageUrl(image: ImageName, width: number, format: Format): string {
  const path = `/images/${encodeURIComponent(image.container)}/${encodeURIComponent(image.name)}`
  return `${path}?w=${width}&f=${format}`
}

/** A `srcset`: for a box of one width two densities, else the widths to choose from; a card's are all light ones. */
export function imageSet(image: ImageName, { width, sizes }: ImageBox, format: Format): string {
  const file = (wide: number) => imageUrl(image, wide, format)
  if (!sizes) return `${file(widthFor(width))} 1x, ${file(widthFor(width * 2))} 2x`
  return IMAGE_WIDTHS.filter((one) => one > 96 && (width > CARD_WIDTH || one <= CARD_WIDTH))
    .map((one) => `${file(one)} ${one}w`)
    .join(", ")
}
