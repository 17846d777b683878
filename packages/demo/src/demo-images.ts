import type { Category } from "../../../core/catalog/categories.ts"
import { CATALOGUE } from "./catalogue/catalogue.ts"
import type { DemoMarket } from "./demo-markets.ts"
import { type DemoImage, imageOf } from "./draw-image.ts"

export { allImages } from "./demo-catalogue.ts"

/** A stall's own image is the first thing it sells. */
export function marketImage({ categories }: Pick<DemoMarket, "categories">): DemoImage {
  return firstOf(categories[0])
}

/** Every image that `marketPicture` can answer, once. */
export const DRAWN_MARKETS: readonly DemoImage[] = [...new Set(CATALOGUE.map((item) => item.category))].map(
  firstOf,
)

function firstOf(category: Category | undefined): DemoImage {
  const item = CATALOGUE.find((candidate) => candidate.category === category) ?? CATALOGUE[0]
  if (!item) throw new Error("The demo's catalogue is empty")
  return imageOf(item)
}
