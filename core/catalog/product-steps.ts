import { z } from "zod"
import { type ApparelCategory, isApparel } from "./categories.ts"
import { UNIT_OF_WEIGHT_MESSAGE } from "./product.ts"
import {
  ageField,
  byWeightField,
  categoryField,
  descriptionField,
  genderField,
  hasUnitOfWeight,
  MISSING_UNIT_MESSAGE,
  nameField,
  type ProductFacts,
  priceField,
  productInput,
  sectionField,
  stockField,
  unitAmountField,
  unitField,
} from "./product-facts.ts"
import { isSectionOf, type Section } from "./sections.ts"
import { type Age, type Gender, sizesFor } from "./sizes.ts"

/** A product has at most this many images. */
export const MAX_IMAGES = 7
/** The specification's text, word for word. */
export const TOO_MANY_IMAGES = "You have cannot upload more than 7 images"

export const STEP = { category: 1, description: 2, sizes: 3, images: 4 } as const
export type Step = (typeof STEP)[keyof typeof STEP]

/** The wizard's name of each fact: a price is typed in dollars. */
type Answer = Exclude<keyof ProductFacts, "priceCents"> | "price"
type CategoryAnswer = "category" | "price" | "stock" | "unit" | "unitAmount" | "byWeight"
/** Step 2 has all the others. */
type DescriptionAnswer = Exclude<Answer, CategoryAnswer>

/** The wizard's answers so far, as typed. */
export type ProductAnswers = Partial<Record<Answer, string>>
/** One size in the list, as typed. */
export type SizeEntry = { size: string; stock: string; price: string }

/** Validates like `field`, but keeps the text as typed. */
const asTyped = (field: z.ZodType, missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .superRefine((text, context) => {
      const checked = field.safeParse(text)
      if (checked.success) return
      context.addIssue({ code: "custom", message: checked.error.issues[0]?.message ?? missing })
    })

const price = asTyped(priceField, "Enter a price.")
const stock = asTyped(stockField(1), "Choose a quantity.")
/** An empty answer is saved too, replacing the previous one. */
const ifTyped = (field: z.ZodType, missing: string) =>
  asTyped(
    z.preprocess((text) => text || undefined, field),
    missing,
  ).default("")
const unit = ifTyped(unitField, "Choose a unit of the list.")
const unitAmount = ifTyped(unitAmountField, "Enter a number, like 12.")
const byWeight = ifTyped(byWeightField, "Choose yes or no.")

/** A field that only some products have. */
type MaybeText = z.ZodType<string | undefined, string | undefined>
const notAsked = z.string().optional()

type CategoryStep = z.ZodObject<
  { category: typeof categoryField } & Record<Exclude<CategoryAnswer, "category">, MaybeText>
>
type DescriptionTexts = {
  section: z.ZodType<string, string>
  name: typeof nameField
  description: typeof descriptionField
}
type DescriptionStep = z.ZodObject<
  DescriptionTexts & Record<Exclude<DescriptionAnswer, keyof DescriptionTexts>, MaybeText>
>

/** Step 1. Clothing and Shoes have price and quantity by size, in step 3. */
export function categoryStepFor(category: string | undefined): CategoryStep {
  const sized = isApparel(category ?? "")
  const step = z.object({
    category: categoryField,
    price: sized ? notAsked : price,
    stock: sized ? notAsked : stock,
    unit: sized ? notAsked : unit,
    unitAmount: sized ? notAsked : unitAmount,
    byWeight: sized ? notAsked : byWeight,
  })
  return step
    .refine((typed) => typed.unit || !typed.unitAmount, { path: ["unit"], error: MISSING_UNIT_MESSAGE })
    .refine(hasUnitOfWeight, { path: ["byWeight"], error: UNIT_OF_WEIGHT_MESSAGE })
}

/** Step 2; Clothing and Shoes have a gender and an age too. */
export function descriptionStepFor(category: string | undefined): DescriptionStep {
  const sized = isApparel(category ?? "")
  return z.object({
    section: sectionField.refine((one) => isSectionOf(category ?? "", one), "Choose a section."),
    name: nameField,
    description: descriptionField,
    gender: sized ? genderField : notAsked,
    age: sized ? ageField : notAsked,
  })
}

/** The names of all answers that are typed in a step. */
export const ANSWERS = [categoryStepFor(undefined), descriptionStepFor(undefined)].flatMap(
  (step) => Object.keys(step.shape) as Answer[],
)

/** Step 3, each time a size is added. */
export const sizeStep = z.object({ size: z.string({ error: "Choose a size." }), stock, price })

/** The sizes that may be listed for the described product; empty until section, gender and age are given. */
export function sizesOffered({ category, section, gender, age }: ProductAnswers): readonly string[] {
  if (!isApparel(category ?? "") || !section || !gender || !age) return []
  return sizesFor(category as ApparelCategory, section as Section, gender as Gender, age as Age)
}

/** The furthest step that may be opened: the first one that is incomplete, or the last one. */
export function furthestStep(answers: ProductAnswers, sizes: readonly SizeEntry[]): Step {
  if (!categoryStepFor(answers.category).safeParse(answers).success) return STEP.category
  if (!descriptionStepFor(answers.category).safeParse(answers).success) return STEP.description
  return isApparel(answers.category ?? "") && sizes.length === 0 ? STEP.sizes : STEP.images
}

/** The next or previous step for this category: Clothing and Shoes have the Sizes step. */
export function stepBeside(step: Step, direction: 1 | -1, category: string | undefined): Step {
  const next = Math.min(Math.max(step + direction, STEP.category), STEP.images) as Step
  return next === STEP.sizes && !isApparel(category ?? "") ? stepBeside(next, direction, category) : next
}

/** Parses the whole product; fails if an answer is missing. */
export function wholeProduct({ price, ...answers }: ProductAnswers, sizes: readonly SizeEntry[]) {
  const typed = Object.entries({ ...answers, priceCents: price }).map(([fact, text]) => [fact, text || null])
  const facts = Object.fromEntries(typed)
  return productInput.safeParse(
    isApparel(answers.category ?? "")
      ? { ...facts, sizes: sizes.map((one) => ({ size: one.size, stock: one.stock, priceCents: one.price })) }
      : facts,
  )
}
