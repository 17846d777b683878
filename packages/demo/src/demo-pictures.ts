import type { Category } from "../../../core/catalog/categories.ts"
import { CATALOGUE } from "./catalogue/catalogue.ts"
import type { DemoMarket } from "./demo-markets.ts"
import { type Picture, pictureOf } from "./pictures.ts"

export { allPictures } from "./demo-catalogue.ts"

/** A stall's own picture is the first thing it sells. */
export function marketPicture({ categories }: Pick<DemoMarket, "categories">): Picture {
  return firstOf(categories[0])
}

/** Every picture that `marketPicture` can answer, once. */
export const DRAWN_MARKETS: readonly Picture[] = [...new Set(CATALOGUE.map((item) => item.category))].map(
  firstOf,
)

function firstOf(category: Category | undefined): Picture {
  const item = CATALOGUE.find((candidate) => candidate.category === category) ?? CATALOGUE[0]
  if (!item) throw new Error("The demo's catalogue is empty")
  return pictureOf(item)
}
