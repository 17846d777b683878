import { z } from "zod"
import { CATEGORIES, isApparel } from "#core/catalog/categories.ts"
import {
  descriptionField,
  nameField,
  type ProductFacts,
  priceField,
  productInput,
  sectionField,
  stockField,
  unitAmountField,
  unitField,
} from "#core/catalog/product-facts.ts"
import type { ApiUpdate } from "#core/catalog/update-product.server.ts"
import { EXAMPLE_ID, ignored } from "./fields.ts"

const number = z.union([z.number(), z.string()])
const sentFields = {
  category: z.enum(CATEGORIES, { error: "Choose a category." }),
  productSection: z.string({ error: "Choose a section." }),
  name: z.string({ error: "Enter the product name." }),
  description: z.string({ error: "Enter the description." }),
  value: number.nullish().meta({ description: "Dollars, at least 0.1; not for Clothing and Shoes." }),
  quantity: number.nullish().meta({ description: "At least 1; not for Clothing and Shoes." }),
  unit: z
    .string()
    .nullish()
    .meta({ description: "The unit of the price, such as lb; not for Clothing and Shoes." }),
  unitAmount: number.nullish().meta({ description: "The number of units for that price." }),
  byWeight: z
    .boolean()
    .nullish()
    .meta({ description: "Priced by final weight; only with the unit lb or oz." }),
  sizes: z
    .array(z.looseObject({ name: z.string(), quantity: number, value: number }))
    .nullish()
    .meta({ description: "Clothing and Shoes only." }),
  gender: z
    .looseObject({ gender: z.string().nullish(), age: z.string().nullish() })
    .nullish()
    .meta({ description: "Clothing and Shoes only." }),
  images: ignored,
}
const sent = z.looseObject(sentFields)

/** The specification's field for each fact. The field "gender" is an object, with the age in it. */
const FIELD_OF: Record<string, string> = {
  section: "productSection",
  name: "name",
  description: "description",
  category: "category",
  priceCents: "value",
  stock: "quantity",
  unit: "unit",
  unitAmount: "unitAmount",
  byWeight: "byWeight",
  gender: "gender",
  age: "gender",
} satisfies Record<keyof ProductFacts, keyof typeof sentFields>

/** Both documented product payloads, with sizes and without, validated with the same rule as the wizard's last step. */
export const productBody = sent
  .transform((product, issues) => {
    const parsed = productInput.safeParse(inOurWords(product))
    if (parsed.success) return parsed.data
    for (const { path, message } of innermost(parsed.error.issues, isApparel(product.category) ? 1 : 0))
      issues.addIssue({ code: "custom", message, path: path.map((part) => theirName(part, path.length)) })
    return z.NEVER
  })
  .meta({
    id: "NewProduct",
    examples: [
      {
        category: "Fruits",
        productSection: "Apples",
        name: "Gala apples",
        description: "Crisp and sweet.",
        value: 3.5,
        quantity: 20,
        sizes: null,
        images: null,
      },
      {
        category: "Clothing",
        productSection: "Shirt",
        name: "Work shirt",
        description: "Sturdy cotton.",
        sizes: [{ name: "M", quantity: 3, value: 19.9 }],
        gender: { gender: "Male", age: "Mens" },
      },
    ],
  })

type Sent = z.output<typeof sent>

/** `productInput` picks the fields that a product of the category has. */
function inOurWords(product: Sent) {
  const facts: Record<keyof ProductFacts, unknown> = {
    category: product.category,
    section: product.productSection,
    name: product.name,
    description: product.description,
    priceCents: product.value ?? undefined,
    stock: product.quantity ?? undefined,
    unit: product.unit,
    unitAmount: product.unitAmount,
    byWeight: product.byWeight,
    gender: product.gender?.gender ?? undefined,
    age: product.gender?.age ?? undefined,
  }
  if (!isApparel(product.category)) return facts
  const sizes = product.sizes?.map((size) => ({
    size: size.name,
    stock: size.quantity,
    priceCents: size.value,
  }))
  return { ...facts, sizes }
}

/** The schema is a union of two shapes: returns the errors of the shape that fits the category. */
function innermost(issues: z.core.$ZodIssue[], shape: number): z.core.$ZodIssue[] {
  return issues.flatMap((issue) =>
    issue.code === "invalid_union" ? innermost(issue.errors[shape] ?? [], shape) : [issue],
  )
}

function theirName(part: PropertyKey, depth: number): PropertyKey {
  // Only in the list of sizes, where the field is called "name".
  if (depth > 1 && part === "size") return "name"
  return FIELD_OF[String(part)] ?? part
}

/** PUT /product/updateproduct, general and for one size of Clothing or Shoes. */
export const productUpdateBody = z
  .object({
    idProduct: z.string({ error: "Which product?" }).max(200),
    productName: nameField,
    description: descriptionField,
    value: priceField.optional(),
    quantity: stockField(0).optional(),
    unit: unitField,
    unitAmount: unitAmountField,
    byWeight: z.boolean().optional(),
    sizes: z
      .array(z.object({ name: z.string().max(20), value: priceField, quantity: stockField(0) }))
      .max(1, "Update one size at a time.")
      .nullish(),
    category: ignored,
    productSection: sectionField.optional(),
    market_id: ignored,
    stripeID: ignored,
  })
  .superRefine((product, issues) => {
    if (product.sizes?.length) return
    if (product.value === undefined)
      issues.addIssue({ code: "custom", path: ["value"], message: "Enter a price." })
    if (product.quantity === undefined)
      issues.addIssue({ code: "custom", path: ["quantity"], message: "Enter a quantity." })
  })
  .meta({
    id: "ProductUpdate",
    examples: [
      {
        idProduct: EXAMPLE_ID,
        productName: "Gala apples",
        description: "Crisp and sweet.",
        value: 3.75,
        quantity: 12,
      },
    ],
  })

/** An update as the command takes it. The schema requires a price and a quantity if there is no size. */
export function toUpdate(body: z.output<typeof productUpdateBody>): ApiUpdate {
  const [size] = body.sizes ?? []
  const { value: priceCents, quantity: stock } = size ?? body
  if (priceCents === undefined || stock === undefined) throw new Error("A price or a quantity is missing.")
  return {
    productId: body.idProduct,
    size: size?.name ?? "",
    name: body.productName,
    description: body.description,
    priceCents,
    stock,
    unit: body.unit,
    unitAmount: body.unitAmount,
    byWeight: body.byWeight,
  }
}
