/** The 13 categories in the specification's order. Every menu shows them so, Shoes included. */
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

/** What comes in sizes. */
export const APPAREL: readonly ApparelCategory[] = ["Clothing", "Shoes"]

export function isApparel(category: string): category is ApparelCategory {
  return (APPAREL as readonly string[]).includes(category)
}

/**
 * The menu of a market: the categories that it has products in, in the order above; all of them while it has
 * none yet, or when `present` names nothing that is known.
 */
export function categoryMenu(present: Iterable<string>): readonly Category[] {
  const has = new Set(present)
  const menu = CATEGORIES.filter((category) => has.has(category))
  return menu.length > 0 ? menu : CATEGORIES
}

/** The tints behind images. */
const GROUNDS = ["sage", "butter", "sky", "blush"] as const
export type Ground = (typeof GROUNDS)[number]

/** The tint behind each category's images. Photos cover it, drawings do not. */
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

/** The tint behind the image of a category; behind a product's next images, counted from 0, the others in turn. */
export function groundOf(category: string, index = 0): Ground {
  const first = isCategory(category) ? CATEGORY_COLORS[category] : "sage"
  return GROUNDS[(GROUNDS.indexOf(first) + index) % GROUNDS.length] ?? first
}
