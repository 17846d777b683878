import { groundOf, isCategory } from "#core/catalog/categories.ts"
import { widthFor } from "#core/images/widths.ts"
import { type ImageName, imageSet, imageUrl } from "./image-files.ts"

/** Returns the drawing of a category, or of vegetables if the text is not a category. */
export const drawingOf = (category: string) =>
  `/drawings/${isCategory(category) ? category.toLowerCase().replace(" ", "-") : "vegetables"}.svg`

type Props = {
  /** null: shows the category's drawing instead of a gray box. */
  image: ImageName | null
  category: string
  /** The image's index among its product's images, from 0: the background tint differs by index. */
  index?: number
  alt: string
  /** The image's box on the page, in CSS pixels. */
  width: number
  height: number
  /** The box's width by screen size, as in CSS, if it is not always `width`. */
  sizes?: string
  /**
   * Set for the page's main image, which loads immediately; other images load lazily, after the text and when they are
   * near the viewport.
   */
  main?: boolean
  /**
   * A `data:` URL of a blurred placeholder: with it the text is shown before the image, which is requested immediately.
   */
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
