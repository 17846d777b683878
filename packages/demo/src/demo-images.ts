import { CATALOGUE } from "./catalogue/catalogue.ts"
import type { DemoMarket } from "./demo-markets.ts"
import { type DemoImage, imageOf } from "./draw-image.ts"

export { allImages } from "./demo-catalogue.ts"

/** The number of products on the counter in a market's image. */
const ON_COUNTER = 3

/** The products in a market's image: the first of each category, or the first ones of its only category. */
export function stallGoods({ categories }: Pick<DemoMarket, "categories">): DemoImage[] {
  const [only, ...others] = categories
  const goods =
    others.length === 0
      ? CATALOGUE.filter(({ category }) => category === only)
      : categories.flatMap((one) => CATALOGUE.filter(({ category }) => category === one).slice(0, 1))
  const counter = [...goods, ...goods, ...goods].slice(0, ON_COUNTER)
  if (counter.length < ON_COUNTER) throw new Error("A market of the demo sells nothing")
  return counter.map((item) => imageOf(item))
}
