import type { Category } from "./categories.ts"

/** The tints behind images. */
export type Ground = "sage" | "butter" | "blush" | "sky"

/** The tint behind each category's images: on its pages, and in the demo's drawings themselves. */
export const CATEGORY_COLORS: Readonly<Record<Category, Ground>> = {
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
