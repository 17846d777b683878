import type { ApparelCategory } from "./categories.ts"
import type { Section } from "./sections.ts"

export const GENDERS = ["Male", "Female"] as const
export type Gender = (typeof GENDERS)[number]

export const AGES = ["Mens", "Womens", "Kids", "Teens"] as const
export type Age = (typeof AGES)[number]

/** Pants come in every inch up to 34, and in every other inch above. */
const WAISTS = [28, 29, 30, 31, 32, 33, ...range(34, 66, 2)]
const LENGTHS = range(30, 38, 2)

/** "28W x 30L" … "66W x 38L". */
export const MENS_PANTS_SIZES = WAISTS.flatMap((waist) => LENGTHS.map((length) => `${waist}W x ${length}L`))
export const MENS_SHIRT_SIZES = ["S", "M", "L", "XL", "2XL", "3XL", "4XL", "5XL"]
export const WOMENS_PANTS_SIZES = range(2, 28, 2).map(String)
export const DRESS_SIZES = ["XS", "S", "M", "L", "XL", "2XL", "3XL"]
/** "2", "2.5" … "15". */
export const SHOE_SIZES = range(2, 15, 0.5).map(String)

/** The specification has no children's sizes; these are the ones in US stores. */
export const KIDS_PANTS_SIZES = ["2T", "3T", "4T", "5", "6", "7", "8", "10", "12", "14", "16", "18"]
export const KIDS_SHIRT_SIZES = ["2T", "3T", "4T", "XS", "S", "M", "L", "XL"]

/**
 * The sizes that a seller may list for a product. Women's shirts, which the specification leaves out, use the dress
 * sizes; teens use the adult sizes of their gender.
 */
export function sizesFor(
  category: ApparelCategory,
  section: Section,
  gender: Gender,
  age: Age,
): readonly string[] {
  if (category === "Shoes") return SHOE_SIZES
  if (age === "Kids") return section.endsWith("Shirt") ? KIDS_SHIRT_SIZES : KIDS_PANTS_SIZES
  if (section === "Dress") return DRESS_SIZES
  if (section === "Pants") return gender === "Male" ? MENS_PANTS_SIZES : WOMENS_PANTS_SIZES
  return gender === "Male" ? MENS_SHIRT_SIZES : DRESS_SIZES
}

/** The numbers from `first` to `last`, inclusive; exact for whole and half steps. */
function range(first: number, last: number, step: number): number[] {
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step)
}
