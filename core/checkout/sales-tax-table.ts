import type { StateCode } from "../places/states.ts"

/**
 * How a state taxes clothing and shoes, if not like other goods. `exempt`: not at all · `below`: an article cheaper
 * than the limit is exempt, a more expensive one is taxed in full · `first`: only the price above the limit is taxed.
 */
export type ClothingRule = { kind: "exempt" } | { kind: "below" | "first"; cents: number }

export type StateSalesTax = {
  /** The general rate, as a fraction. */
  rate: number
  /** The rate on food for home consumption; the general rate if the state has no other. */
  food: number
  clothing?: ClothingRule
  /** Whether a separately stated delivery charge is taxed like the goods it belongs to. */
  taxesDelivery: boolean
}

const EXEMPT: ClothingRule = { kind: "exempt" }

/**
 * State sales tax by the law of 2026-01-01. **State level only**: the local taxes of counties, cities and districts,
 * which add up to 5% and more, are not in here, except where one uniform local rate is levied in the whole state and
 * published as part of the state's rate (California 1.25%, Utah 1.25%, Virginia 1%). Meant for the demo and for
 * development; production has to set `TAX=table` explicitly to use it, and Stripe Tax is the real answer.
 *
 * Compiled from the Tax Foundation's "State and Local Sales Tax Rates" (general rates) and the revenue departments'
 * publications: food in Arkansas (0.125% ended 2026-01-01), Illinois (1% ended 2026-01-01), Alabama (2% since
 * 2025-09-01), Kansas (0% since 2025-01-01), Mississippi (5% since 2025-07-01), Missouri (1.225%), Oklahoma (0% since
 * 2024-08-29), Tennessee (4%), Utah (3%, local part included), Virginia (the uniform local 1%); full rate in Hawaii,
 * Idaho and South Dakota. Clothing: Minnesota, New Jersey, Pennsylvania, Vermont; New York below $110; Massachusetts up
 * to $175, Rhode Island up to $250. Delivery: separately stated charges of a carrier. It has not been checked against
 * every department since; check a state before relying on it.
 *
 * Left out on purpose: candy, soft drinks and dietary supplements, which some states tax as general goods while this
 * table taxes all of them as food (Juices and Cookies included); tax holidays; sports shoes where clothing is exempt;
 * New York's rule that one taxed article makes the whole delivery charge taxable.
 */
export const SALES_TAX_TABLE: Record<StateCode, StateSalesTax> = {
  AL: { rate: 0.04, food: 0.02, taxesDelivery: false },
  AK: { rate: 0, food: 0, taxesDelivery: false },
  AZ: { rate: 0.056, food: 0, taxesDelivery: false },
  AR: { rate: 0.065, food: 0, taxesDelivery: true },
  CA: { rate: 0.0725, food: 0, taxesDelivery: false },
  CO: { rate: 0.029, food: 0, taxesDelivery: false },
  CT: { rate: 0.0635, food: 0, taxesDelivery: true },
  DE: { rate: 0, food: 0, taxesDelivery: false },
  FL: { rate: 0.06, food: 0, taxesDelivery: false },
  GA: { rate: 0.04, food: 0, taxesDelivery: true },
  HI: { rate: 0.04, food: 0.04, taxesDelivery: true },
  ID: { rate: 0.06, food: 0.06, taxesDelivery: false },
  IL: { rate: 0.0625, food: 0, taxesDelivery: false },
  IN: { rate: 0.07, food: 0, taxesDelivery: true },
  IA: { rate: 0.06, food: 0, taxesDelivery: false },
  KS: { rate: 0.065, food: 0, taxesDelivery: false },
  KY: { rate: 0.06, food: 0, taxesDelivery: true },
  LA: { rate: 0.05, food: 0, taxesDelivery: false },
  ME: { rate: 0.055, food: 0, taxesDelivery: false },
  MD: { rate: 0.06, food: 0, taxesDelivery: false },
  MA: { rate: 0.0625, food: 0, clothing: { kind: "first", cents: 17_500 }, taxesDelivery: false },
  MI: { rate: 0.06, food: 0, taxesDelivery: false },
  MN: { rate: 0.06875, food: 0, clothing: EXEMPT, taxesDelivery: true },
  MS: { rate: 0.07, food: 0.05, taxesDelivery: true },
  MO: { rate: 0.04225, food: 0.01225, taxesDelivery: false },
  MT: { rate: 0, food: 0, taxesDelivery: false },
  NE: { rate: 0.055, food: 0, taxesDelivery: true },
  NV: { rate: 0.0685, food: 0, taxesDelivery: false },
  NH: { rate: 0, food: 0, taxesDelivery: false },
  NJ: { rate: 0.06625, food: 0, clothing: EXEMPT, taxesDelivery: true },
  NM: { rate: 0.04875, food: 0, taxesDelivery: true },
  NY: { rate: 0.04, food: 0, clothing: { kind: "below", cents: 11_000 }, taxesDelivery: true },
  NC: { rate: 0.0475, food: 0, taxesDelivery: true },
  ND: { rate: 0.05, food: 0, taxesDelivery: true },
  OH: { rate: 0.0575, food: 0, taxesDelivery: true },
  OK: { rate: 0.045, food: 0, taxesDelivery: false },
  OR: { rate: 0, food: 0, taxesDelivery: false },
  PA: { rate: 0.06, food: 0, clothing: EXEMPT, taxesDelivery: true },
  RI: { rate: 0.07, food: 0, clothing: { kind: "first", cents: 25_000 }, taxesDelivery: true },
  SC: { rate: 0.06, food: 0, taxesDelivery: true },
  SD: { rate: 0.042, food: 0.042, taxesDelivery: true },
  TN: { rate: 0.07, food: 0.04, taxesDelivery: true },
  TX: { rate: 0.0625, food: 0, taxesDelivery: true },
  UT: { rate: 0.061, food: 0.03, taxesDelivery: false },
  VT: { rate: 0.06, food: 0, clothing: EXEMPT, taxesDelivery: true },
  VA: { rate: 0.053, food: 0.01, taxesDelivery: false },
  WA: { rate: 0.065, food: 0, taxesDelivery: true },
  WV: { rate: 0.06, food: 0, taxesDelivery: true },
  WI: { rate: 0.05, food: 0, taxesDelivery: true },
  WY: { rate: 0.04, food: 0, taxesDelivery: false },
}
