import { z } from "zod"
import { fromDollars, isWholeCents } from "../money.ts"
import { fromDigits, fromDollarText, plainNumber } from "../plain-number.ts"
import { oneLine, readableText } from "../typed-text.ts"
import { CATEGORIES } from "./categories.ts"
import { isSectionOf, type Section } from "./sections.ts"
import { AGES, GENDERS, sizesFor } from "./sizes.ts"
import { MAX_UNIT_AMOUNT, NO_UNIT, unitField } from "./units.ts"

/** The card processor's maximum is far beyond this limit, which catches a misplaced decimal point. */
const MAX_DOLLARS = 99_999

export const priceField = z.preprocess(
  fromDollarText,
  z
    .number({
      error: ({ input }) =>
        Number.isNaN(input) ? "Enter the price in dollars and cents, like 4.50." : "Enter a price.",
    })
    .min(0.1, { error: "The price is at least 0.1.", abort: true })
    .max(MAX_DOLLARS, { error: "The price is at most 99,999.", abort: true })
    .refine(isWholeCents, "A price has at most two decimals.")
    .transform(fromDollars),
)

export const stockField = (least: 0 | 1) =>
  plainNumber(
    z
      .number({ error: "Enter a quantity." })
      .int("The quantity is a whole number.")
      .min(least, `The quantity is at least ${least}.`)
      .max(100_000, "The quantity is at most 100,000."),
  )

const text = (what: string, least: number, most: number) =>
  z
    .string({ error: `Enter the ${what}.` })
    .overwrite(readableText)
    .min(1, { error: `Enter the ${what}.`, abort: true })
    .min(least, `The ${what} needs at least ${least} characters.`)
    .max(most, `The ${what} has at most ${most} characters.`)

export const unitAmountField = z.preprocess(
  (sent) => (sent === "" ? undefined : fromDigits(sent)),
  z
    .number({ error: "Enter a number, like 12." })
    .min(0.01, "The amount is at least 0.01.")
    .max(MAX_UNIT_AMOUNT, "The amount is at most 1,000.")
    .nullish(),
)

/** Step 1 of the wizard; price and quantity are left out for Clothing and Shoes, whose sizes have them. */
export const categoryField = z.enum(CATEGORIES, { error: "Choose a category." })
export const nameField = text("product name", 2, 120).overwrite(oneLine)
export const descriptionField = text("description", 2, 2000)
/** Any text: the check of the step, or of the whole product, compares it with the category. */
export const sectionField = z
  .string({ error: "Choose a section." })
  .trim()
  .min(1, "Choose a section.")
  .max(60, "Choose a section.")
export const genderField = z.enum(GENDERS, { error: "Choose a gender." })
export const ageField = z.enum(AGES, { error: "Choose an age." })

export const sizeInput = z.object({
  size: text("size", 1, 20),
  stock: stockField(1),
  priceCents: priceField,
})

const common = {
  section: sectionField as z.ZodType<Section, string>,
  name: nameField,
  description: descriptionField,
}

const plainProduct = z.object({
  ...common,
  category: z.enum(CATEGORIES).exclude(["Clothing", "Shoes"]),
  priceCents: priceField,
  stock: stockField(1),
  unit: unitField,
  unitAmount: unitAmountField,
})

const apparelProduct = z.object({
  ...common,
  category: z.enum(["Clothing", "Shoes"]),
  gender: genderField,
  age: ageField,
  sizes: z.array(sizeInput).min(1, "Add at least one size."),
})

/** A whole new product, from the wizard's last step and from the API. */
export const productInput = z.union([plainProduct, apparelProduct]).superRefine((product, issues) => {
  if (!isSectionOf(product.category, product.section)) {
    issues.addIssue({ code: "custom", path: ["section"], message: "Choose a section of this category." })
  }
  if (!("sizes" in product)) {
    if (product.unitAmount && !product.unit)
      issues.addIssue({ code: "custom", path: ["unit"], message: NO_UNIT })
    return
  }
  const allowed = sizesFor(product.category, product.section, product.gender, product.age)
  const seen = new Set<string>()
  product.sizes.forEach(({ size }, index) => {
    if (seen.has(size) || !allowed.includes(size)) {
      issues.addIssue({ code: "custom", path: ["sizes", index, "size"], message: "Choose another size." })
    }
    seen.add(size)
  })
})

export type ProductInput = z.infer<typeof productInput>
