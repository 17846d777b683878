import { DAIRY, FROZEN_FOOD, ICE_CREAM, JUICES } from "./cold-case.ts"
import { CLOTHING, OFFICE_SUPPLIES, SHOES } from "./general-goods.ts"
import type { CatalogueItem } from "./item.ts"
import { BEANS, COOKIES, MEAT, RICE } from "./pantry.ts"
import { FRUITS, VEGETABLES } from "./produce.ts"

/** Everything that demo markets may sell, in the order of the categories. */
export const CATALOGUE: readonly CatalogueItem[] = [
  ...VEGETABLES,
  ...FRUITS,
  ...MEAT,
  ...RICE,
  ...BEANS,
  ...CLOTHING,
  ...SHOES,
  ...JUICES,
  ...DAIRY,
  ...FROZEN_FOOD,
  ...OFFICE_SUPPLIES,
  ...COOKIES,
  ...ICE_CREAM,
]
