import type { Ground } from "./card.tsx"

const GROUNDS: Record<string, Ground> = {
  Vegetables: "sage",
  Fruits: "blush",
  Meat: "blush",
  Rice: "butter",
  Beans: "butter",
  Clothing: "sky",
  Shoes: "sky",
  Juices: "butter",
  Dairy: "butter",
  "Frozen Food": "sky",
  "Office Supplies": "sage",
  Cookies: "butter",
  "Ice Cream": "blush",
}

/** The tint behind a category's pictures. */
export const groundOf = (category: string): Ground => GROUNDS[category] ?? "sage"

const drawingOf = (category: string) =>
  `/drawings/${category in GROUNDS ? category.toLowerCase().replace(" ", "-") : "vegetables"}.svg`

/** The address of one rendition: `GET /images/:container/:name?w=320&f=avif`. */
export function imageUrl(image: ImageName, width: number, format: "avif" | "webp"): string {
  const path = `/images/${encodeURIComponent(image.container)}/${encodeURIComponent(image.name)}`
  return `${path}?w=${width}&f=${format}`
}

/** Renditions exist in these widths; whatever a page asks for is rounded up to one of them. */
export const IMAGE_WIDTHS = [96, 160, 320, 480, 640, 960, 1280] as const

export type ImageName = { container: string; name: string }

type Props = {
  /** null: the category's drawing stands in, never a grey box. */
  image: ImageName | null
  category: string
  alt: string
  /** The box on the page, in CSS pixels. */
  width: number
  height: number
  /** How wide the box is on which screen, as CSS says it, where it is not always `width`. */
  sizes?: string
  /** The first pictures of a page come at once, the rest when they are near. */
  eager?: boolean
  /** The page's main picture, which goes before everything else that is on the way. */
  main?: boolean
  className?: string
}

export function Picture({
  image,
  category,
  alt,
  width,
  height,
  sizes,
  eager = false,
  main = false,
  className = "",
}: Props) {
  const size = {
    width,
    height,
    loading: eager || main ? ("eager" as const) : ("lazy" as const),
    ...(main ? { fetchPriority: "high" as const } : {}),
    decoding: "async" as const,
  }
  const ground = `ground ground-${groundOf(category)} ${className}`
  if (!image) {
    return (
      <div className={`${ground} drawing`}>
        <img src={drawingOf(category)} alt={alt} {...size} />
      </div>
    )
  }
  const wide = IMAGE_WIDTHS.find((one) => one >= width) ?? 1280
  const twice = IMAGE_WIDTHS.find((one) => one >= width * 2) ?? 1280
  const set = (format: "avif" | "webp") =>
    sizes
      ? IMAGE_WIDTHS.slice(2)
          .map((one) => `${imageUrl(image, one, format)} ${one}w`)
          .join(", ")
      : `${imageUrl(image, wide, format)} 1x, ${imageUrl(image, twice, format)} 2x`
  return (
    <picture className={ground}>
      <source type="image/avif" srcSet={set("avif")} sizes={sizes} />
      <img src={imageUrl(image, wide, "webp")} srcSet={set("webp")} sizes={sizes} alt={alt} {...size} />
    </picture>
  )
}
