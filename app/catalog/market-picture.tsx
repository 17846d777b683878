import { drawingOf, StoredImage } from "#app/ui/stored-image.tsx"
import { CATEGORY_COLORS } from "#core/catalog/categories.ts"
import type { MarketCard } from "#core/catalog/market-cards.server.ts"

type Props = { market: Pick<MarketCard, "name" | "photo" | "categories">; width: number; height: number }

const MOST_DRAWINGS = 3

/** The market's photo, or drawings of what it sells, which are decorative. */
export function MarketPicture({ market: { name, photo, categories }, width, height }: Props) {
  if (photo)
    return (
      <StoredImage
        image={photo}
        category=""
        alt={`${name}, as the seller photographed it`}
        width={width}
        height={height}
      />
    )
  const shown = categories.slice(0, MOST_DRAWINGS)
  const [first] = shown
  return (
    <div className={`ground ground-${first ? CATEGORY_COLORS[first] : "sage"} market-drawings`}>
      {(first ? shown : ["Vegetables"]).map((category) => (
        <img
          key={category}
          src={drawingOf(category)}
          alt=""
          width="64"
          height="64"
          loading="lazy"
          decoding="async"
        />
      ))}
    </div>
  )
}
