import type { Category } from "../../../core/catalog/categories.ts"
import { isApparel } from "../../../core/catalog/categories.ts"
import type { Section } from "../../../core/catalog/sections.ts"
import { type Age, type Gender, sizesFor } from "../../../core/catalog/sizes.ts"
import { type Cents, cents, fromDollars } from "../../../core/money.ts"
import { CATALOGUE } from "./catalogue/catalogue.ts"
import type { CatalogueItem } from "./catalogue/item.ts"
import { isByWeight, type Measure, measureOf } from "./catalogue/measure.ts"
import type { DemoMarket } from "./demo-markets.ts"
import { type DemoImage, imageOf, type View } from "./draw-image.ts"

export type DemoVariant = { size: string; priceCents: Cents; stock: number }

export type DemoProduct = Measure & {
  category: Category
  section: Section
  name: string
  byWeight: boolean
  description: string
  gender: Gender | null
  age: Age | null
  /** One variant with size "" if there are no sizes, otherwise in the order of the sizes. */
  variants: DemoVariant[]
  /** The first one is shown on tiles. */
  images: DemoImage[]
}

/** Products per category, for a market that sells everything and for a stall with few categories. */
const PER_CATEGORY = { everything: 5, stall: 7 }
const SIZES_PER_PRODUCT = 6
const PLENTY = 250

/** The products of a demo market: deterministic for each market, and different from other markets'. */
export function productsOf(market: DemoMarket): DemoProduct[] {
  const random = randomOf(`${market.name}, ${market.zip}`)
  if (market.sells) return market.sells.map((name) => plentyOf(productOf(itemOf(name), random)))
  const perCategory = market.categories.length > 8 ? PER_CATEGORY.everything : PER_CATEGORY.stall
  return market.categories.flatMap((category) =>
    shuffled(
      CATALOGUE.filter((item) => item.category === category),
      random,
    )
      .slice(0, perCategory)
      .map((item) => productOf(item, random)),
  )
}

function itemOf(name: string): CatalogueItem {
  const item = CATALOGUE.find((candidate) => candidate.name === name)
  if (!item) throw new Error(`The demo's catalog has no ${name}`)
  return item
}

const plentyOf = (product: DemoProduct): DemoProduct => ({
  ...product,
  variants: product.variants.map((variant) => ({ ...variant, stock: PLENTY })),
})

/** Every image of `productsOf` over all markets, once. */
export function allImages(): DemoImage[] {
  return CATALOGUE.flatMap(imagesOf)
}

function productOf(item: CatalogueItem, random: () => number): DemoProduct {
  const { category, section, name, description, wearer } = item
  const base = localPrice(item.dollars, random)
  return {
    category,
    section,
    name,
    description,
    gender: wearer?.gender ?? null,
    age: wearer?.age ?? null,
    ...measureOf(item),
    byWeight: isByWeight(item),
    variants: sizesOf(item, random).map((size, index, sizes) => ({
      size,
      // The largest sizes cost a little more.
      priceCents: sizes.length > 1 && index >= sizes.length - 2 ? cents(base + 200) : base,
      stock: stockOf(random),
    })),
    images: imagesOf(item),
  }
}

/**
 * Most products have one view; those that customers look at closely have a second one, and produce also has one in a
 * crate.
 */
const VIEWS: Partial<Record<Category, View[]>> = {
  Vegetables: ["alone", "crate", "near"],
  Fruits: ["alone", "crate", "near"],
  Meat: ["alone", "near"],
  Clothing: ["alone", "near"],
  Shoes: ["alone", "near"],
}

const imagesOf = (item: CatalogueItem): DemoImage[] =>
  (VIEWS[item.category] ?? ["alone"]).map((view) => imageOf(item, view))

function sizesOf({ category, section, wearer }: CatalogueItem, random: () => number): readonly string[] {
  if (!wearer || !isApparel(category)) return [""]
  const all = sizesFor(category, section, wearer.gender, wearer.age)
  const start = Math.floor(random() * Math.max(1, Math.min(all.length - SIZES_PER_PRODUCT, 12)))
  return all.slice(start, start + SIZES_PER_PRODUCT)
}

/** A price within 8% of the usual one, in steps of five cents. */
function localPrice(dollars: number, random: () => number): Cents {
  const steps = Math.round((fromDollars(dollars) * (0.92 + random() * 0.16)) / 5)
  return cents(Math.max(2, steps) * 5)
}

/** Mostly plenty, sometimes a few, rarely none. */
function stockOf(random: () => number): number {
  const draw = random()
  if (draw < 0.04) return 0
  if (draw < 0.16) return 1 + Math.floor(random() * 5)
  return 8 + Math.floor(random() * 60)
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** Numbers in [0, 1) derived from the name alone (FNV-1a, then mulberry32). */
function randomOf(name: string): () => number {
  let state = 2166136261
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
