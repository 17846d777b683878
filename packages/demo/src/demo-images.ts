import { CATALOGUE } from "./catalogue/catalogue.ts"
import type { DemoMarket } from "./demo-markets.ts"
import { type DemoImage, imageOf } from "./draw-image.ts"

export { allImages } from "./demo-catalogue.ts"

/** How many kinds of things stand on the counter of a market's own image. */
const ON_COUNTER = 3

/** What stands on a market's own image: the first thing of each category, or the first of its only one. */
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
