import { z } from "zod"
import { DomainError } from "../errors.ts"
import { cents, formatMoney, fromDollars, isWholeCents } from "../money.ts"
import { fromDigits, fromDollarText, plainNumber } from "../plain-number.ts"
import { oneLine, readableText } from "../typed-text.ts"
import { CATEGORIES } from "./categories.ts"
import { isWeightUnit, UNIT_OF_WEIGHT_MESSAGE, UNITS } from "./product.ts"
import { isSectionOf, type Section } from "./sections.ts"
import { AGES, GENDERS, sizesFor } from "./sizes.ts"

/** The card processor's maximum is far beyond this limit, which catches a misplaced decimal point. */
const MAX_DOLLARS = 99_999

/** Dollars as a number or as typed ("4.50"), from 0.10 to 99,999; the result is in cents. */
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

/** A whole number of pieces as a number or as typed; a product is listed with at least 1 and edited down to 0. */
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

export const MISSING_UNIT_MESSAGE = "Choose a unit for this amount."
const MAX_UNIT_AMOUNT = 1000

/** The API leaves a unit unchanged if it is missing; in forms, and for a new product, it is then null. */
export const unitField = z.enum(UNITS, { error: "Choose a unit of the list." }).nullish()

export const unitAmountField = z.preprocess(
  (sent) => (sent === "" ? undefined : fromDigits(sent)),
  z
    .number({ error: "Enter a number, like 12." })
    .min(0.01, "The amount is at least 0.01.")
    .max(MAX_UNIT_AMOUNT, "The amount is at most 1,000.")
    .nullish(),
)

/** A checkbox of the forms, "on" when ticked, or a boolean. */
export const byWeightField = z
  .preprocess((sent) => sent === "on" || sent === true, z.boolean())
  .default(false)

/** Products that are priced by final weight have a unit of weight. */
export const hasUnitOfWeight = ({ unit, byWeight }: { unit?: string | null; byWeight?: boolean | string }) =>
  !byWeight || isWeightUnit(unit)

export const categoryField = z.enum(CATEGORIES, { error: "Choose a category." })
export const nameField = text("product name", 2, 120).overwrite(oneLine)
export const descriptionField = text("description", 2, 2000)
/** Any text; the step's or the whole product's validation checks it against the category. */
export const sectionField = z
  .string({ error: "Choose a section." })
  .trim()
  .min(1, "Choose a section.")
  .max(60, "Choose a section.")
export const genderField = z.enum(GENDERS, { error: "Choose a gender." })
export const ageField = z.enum(AGES, { error: "Choose an age." })

const orNull = <Value>(value: Value | null | undefined): Value | null => value ?? null

/**
 * Every fact that a seller states about a product, with its rule. The wizard's answers, the edit form, the rows and the
 * API's bodies have these keys: a fact that is missing in one of them does not compile.
 */
export const productFacts = z.object({
  section: sectionField as z.ZodType<Section, string>,
  name: nameField,
  description: descriptionField,
  category: categoryField,
  priceCents: priceField,
  stock: stockField(1),
  unit: unitField.transform(orNull),
  unitAmount: unitAmountField.transform(orNull),
  byWeight: byWeightField,
  gender: genderField,
  age: ageField,
})

export type ProductFacts = z.output<typeof productFacts>

/** Clothing and Shoes have these for each size. */
const BY_SIZE = { priceCents: true, stock: true } as const
const WITHOUT_SIZES = { unit: true, unitAmount: true, byWeight: true } as const
const WITH_SIZES = { gender: true, age: true } as const
/** Facts that sellers cannot change once the product is listed. */
const FIXED = { category: true, section: true, ...WITH_SIZES } as const

const sizeInput = z.object({ size: text("size", 1, 20), ...productFacts.pick(BY_SIZE).shape })

const plainProduct = productFacts
  .omit(WITH_SIZES)
  .extend({ category: z.enum(CATEGORIES).exclude(["Clothing", "Shoes"]) })

const apparelProduct = productFacts.omit({ ...BY_SIZE, ...WITHOUT_SIZES }).extend({
  category: z.enum(["Clothing", "Shoes"]),
  sizes: z.array(sizeInput).min(1, "Add at least one size."),
})

/** A whole new product, from the wizard's last step and from the API. */
export const productInput = z.union([plainProduct, apparelProduct]).superRefine((product, issues) => {
  if (!isSectionOf(product.category, product.section)) {
    issues.addIssue({ code: "custom", path: ["section"], message: "Choose a section of this category." })
  }
  if (!("sizes" in product)) {
    if (product.unitAmount && !product.unit)
      issues.addIssue({ code: "custom", path: ["unit"], message: MISSING_UNIT_MESSAGE })
    if (!hasUnitOfWeight(product))
      issues.addIssue({ code: "custom", path: ["byWeight"], message: UNIT_OF_WEIGHT_MESSAGE })
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

const editedFacts = productFacts.omit({ ...FIXED, ...BY_SIZE }).extend(productFacts.pick(BY_SIZE).shape)

/** The facts that the edit form changes; price and stock are those of one size. */
export type EditedFacts = z.output<typeof editedFacts>

/** Builds the facts of an edit one by one. */
export function eachEditedFact(
  value: <Fact extends keyof EditedFacts>(fact: Fact) => EditedFacts[Fact],
): EditedFacts {
  const names = Object.keys(editedFacts.shape) as (keyof EditedFacts)[]
  return Object.fromEntries(names.map((fact) => [fact, value(fact)])) as EditedFacts
}

/** The facts that the form showed, sent back with it. Nobody types them, so there are no messages. */
const shownFacts = z.object({
  name: z.string(),
  description: z.string(),
  priceCents: z.number().int().transform(cents),
  stock: z.number().int(),
  unit: productFacts.shape.unit,
  unitAmount: z.number().nullish().transform(orNull),
  byWeight: z.boolean().default(false),
} satisfies Record<keyof EditedFacts, z.ZodType>)

const RELOAD = "Reload the page and try again."

/** The edit form: `size` is '' for a product without sizes, and the stock may be 0. */
export const editProductInput = editedFacts
  .extend({
    productId: z.string(),
    size: z.string().default(""),
    stock: stockField(0),
    /** `EditedFacts` as JSON. */
    shown: z.string({ error: RELOAD }).transform((text, issues) => {
      const shown = shownFacts.safeParse(parsed(text))
      if (shown.success) return shown.data
      issues.addIssue({ code: "custom", message: RELOAD })
      return z.NEVER
    }),
  })
  .refine((typed) => typed.unit || !typed.unitAmount, { path: ["unit"], error: MISSING_UNIT_MESSAGE })
  .refine(hasUnitOfWeight, { path: ["byWeight"], error: UNIT_OF_WEIGHT_MESSAGE })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Edit = {
  /** The product as stored now. */
  current: EditedFacts
  /** The product as the form showed it. */
  shown: EditedFacts
  /** The product as submitted. */
  typed: EditedFacts
}

/**
 * Merges an edit into a product: the submitted value if it differs from the shown one, otherwise the current value;
 * stock changes by the difference, down to 0 at least. Throws `invalid` for fields that this edit and another one both
 * changed.
 */
export function mergeEdit({ current, shown, typed }: Edit): EditedFacts {
  const isTyped = (fact: keyof EditedFacts) => !isSame(typed[fact], shown[fact])
  const isConflict = (fact: keyof EditedFacts) =>
    isTyped(fact) && !isSame(current[fact], shown[fact]) && !isSame(current[fact], typed[fact])
  const messages: Record<string, string> = {}
  for (const [fact, now] of Object.entries(inWords(current)))
    if (isConflict(fact as keyof EditedFacts))
      messages[fact] =
        `Somebody changed this to ${now} while you were editing. Press Update again to keep what you typed.`
  const [field] = Object.keys(messages)
  if (field) throw new DomainError("invalid", messages[field] ?? "", field, { messages })
  return {
    ...eachEditedFact((fact) => (isTyped(fact) ? typed : current)[fact]),
    stock: Math.max(0, current.stock + typed.stock - shown.stock),
  }
}

/** In the form's order, without the stock, which is never in conflict because it changes by the difference. */
const inWords = (facts: EditedFacts): Record<Exclude<keyof EditedFacts, "stock">, string> => ({
  name: `"${facts.name}"`,
  description: `"${facts.description}"`,
  priceCents: formatMoney(facts.priceCents),
  unit: facts.unit ?? "none",
  unitAmount: String(facts.unitAmount ?? "none"),
  byWeight: facts.byWeight ? "by final weight" : "not by final weight",
})

type Fact = string | number | boolean | null

/**
 * Compares values after normalization: a form changes line breaks, and removes surrounding spaces and invisible
 * characters.
 */
const isSame = (a: Fact, b: Fact) => normalized(a) === normalized(b)
const normalized = (value: Fact) => readableText(String(value ?? ""))
