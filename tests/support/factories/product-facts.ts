import type { EditedFacts } from "#core/catalog/product-facts.ts"
import { cents } from "#core/money.ts"

/** What a seller states of a product without sizes, as an edit has it: by default what they may leave out is left out. */
export function someFacts(facts: Partial<EditedFacts> = {}): EditedFacts {
  return {
    name: "Carrots",
    description: "Pulled today.",
    priceCents: cents(250),
    stock: 40,
    unit: null,
    unitAmount: null,
    ...facts,
  }
}
