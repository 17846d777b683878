import type { Taxes } from "#core/ports/taxes.ts"
import { salesTax } from "./sales-tax.ts"

/** Sales tax by the table of state rates; sales are not recorded anywhere. */
export const tableTaxes: Taxes = {
  provider: "table",
  quote: async ({ to, ...sale }) => ({ ...salesTax({ state: to.state, ...sale }), calculationId: null }),
  record: nobodyAsks,
  reverse: nobodyAsks,
  reversePart: nobodyAsks,
}

/** Without a provider's calculation there is nothing to record at a provider. */
function nobodyAsks(): never {
  throw new Error("The table of state rates keeps no records.")
}
