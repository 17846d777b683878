import type { Category } from "../../../../core/catalog/categories.ts"
import type { Section } from "../../../../core/catalog/sections.ts"
import type { Age, Gender } from "../../../../core/catalog/sizes.ts"

/** One product of demo markets. Its price is the usual one; each market's differs by a few percent. */
export type CatalogueItem = {
  category: Category
  section: Section
  name: string
  description: string
  dollars: number
  /** The name of a drawing in own-drawings.ts or fluent-emoji. */
  drawing: string
  /** Degrees to rotate the drawing's hue by, to tell a red shirt from a blue one. */
  hue: number
  /** Clothing and Shoes only. */
  wearer: { gender: Gender; age: Age } | null
}

/** Section, name, dollars, drawing (with "@120" to rotate its hue), description. */
type Row = readonly [section: Section, name: string, dollars: number, drawing: string, description: string]
/** A row preceded by the gender and age of the wearer. */
type ApparelRow = readonly [gender: Gender, age: Age, ...Row]

export function items(category: Category, rows: readonly Row[]): CatalogueItem[] {
  return rows.map((row) => ({ ...read(category, row), wearer: null }))
}

export function apparel(category: "Clothing" | "Shoes", rows: readonly ApparelRow[]): CatalogueItem[] {
  return rows.map(([gender, age, ...row]) => ({ ...read(category, row), wearer: { gender, age } }))
}

function read(category: Category, [section, name, dollars, image, description]: Row) {
  const [drawing = image, hue = "0"] = image.split("@")
  return { category, section, name, description, dollars, drawing, hue: Number(hue) }
}
