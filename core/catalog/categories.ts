/** The 13 categories in the specification's order. Every menu shows them in this order, Shoes included. */
export const CATEGORIES = [
  "Vegetables",
  "Fruits",
  "Meat",
  "Rice",
  "Beans",
  "Clothing",
  "Shoes",
  "Juices",
  "Dairy",
  "Frozen Food",
  "Office Supplies",
  "Cookies",
  "Ice Cream",
] as const

export type Category = (typeof CATEGORIES)[number]

/** The two categories whose products have sizes, a gender and an age. */
export type ApparelCategory = Extract<Category, "Clothing" | "Shoes">

export function isCategory(value: string): value is Category {
  return (CATEGORIES as readonly string[]).includes(value)
}

export const APPAREL: readonly ApparelCategory[] = ["Clothing", "Shoes"]

export function isApparel(category: string): category is ApparelCategory {
  return (APPAREL as readonly string[]).includes(category)
}

/**
 * The categories of a market's menu: those that it has products in, in the order above; all of them if `present` names
 * no known category.
 */
export function categoryMenu(present: Iterable<string>): readonly Category[] {
  const has = new Set(present)
  const menu = CATEGORIES.filter((category) => has.has(category))
  return menu.length > 0 ? menu : CATEGORIES
}

/** The background colors of images. */
const GROUNDS = ["sage", "butter", "sky", "blush"] as const
export type Ground = (typeof GROUNDS)[number]

/** The background color of each category's images. Photos cover it, drawings do not. */
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

/**
 * The background color of a category's image; `index` is the image's position in its product, from 0; each position has
 * the next color.
 */
export function groundOf(category: string, index = 0): Ground {
  const first = isCategory(category) ? CATEGORY_COLORS[category] : "sage"
  return GROUNDS[(GROUNDS.indexOf(first) + index) % GROUNDS.length] ?? first
}
