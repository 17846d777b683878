import type { EditedFacts } from "#core/catalog/product-facts.ts"
import { cents } from "#core/money.ts"

/**
 * What a seller states about a product without sizes, in the form of an edit: optional facts are left out by default.
 */
export function someFacts(facts: Partial<EditedFacts> = {}): EditedFacts {
  return {
    name: "Carrots",
    description: "Pulled today.",
    priceCents: cents(250),
    stock: 40,
    unit: null,
    unitAmount: null,
    byWeight: false,
    ...facts,
  }
}
