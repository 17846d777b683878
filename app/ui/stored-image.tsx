import { groundOf, isCategory } from "#core/catalog/categories.ts"
import { widthFor } from "#core/images/widths.ts"
import { type ImageName, imageSet, imageUrl } from "./image-files.ts"

/** The drawing of a category; of the first one where the text is none. */
export const drawingOf = (category: string) =>
  `/drawings/${isCategory(category) ? category.toLowerCase().replace(" ", "-") : "vegetables"}.svg`

type Props = {
  /** null: the category's drawing stands in, never a grey box. */
  image: ImageName | null
  category: string
  /** Which of its product's images it is, from 0: the tint behind it tells them apart. */
  index?: number
  alt: string
  /** The box on the page, in CSS pixels. */
  width: number
  height: number
  /** How wide the box is on which screen, as CSS says it, where it is not always `width`. */
  sizes?: string
  /**
   * The page's main image comes at once and before everything else; the others when the words stand and they are near.
   */
  main?: boolean
  /** A `data:` address of a blurred fake: with it the words go before the image, which is asked for at once. */
  preview?: string | undefined
  className?: string
}

export function StoredImage({
  image,
  category,
  index = 0,
  alt,
  width,
  height,
  sizes,
  main = false,
  preview,
  className = "",
}: Props) {
  const size = {
    width,
    height,
    ...(main
      ? ({ loading: "eager", fetchPriority: preview ? "low" : "high" } as const)
      : ({ loading: "lazy", fetchPriority: "low" } as const)),
    decoding: "async" as const,
  }
  const ground = `ground ground-${groundOf(category, index)} ${className}`
  if (!image) {
    return (
      <div className={`${ground} drawing`}>
        <img src={drawingOf(category)} alt={alt} {...size} />
      </div>
    )
  }
  const set = (format: "avif" | "webp") => imageSet(image, { width, sizes }, format)
  return (
    <picture className={ground} style={preview ? { backgroundImage: `url(${preview})` } : undefined}>
      <source type="image/avif" srcSet={set("avif")} sizes={sizes} />
      <img
        src={imageUrl(image, widthFor(width), "webp")}
        srcSet={set("webp")}
        sizes={sizes}
        alt={alt}
        {...size}
      />
    </picture>
  )
}
