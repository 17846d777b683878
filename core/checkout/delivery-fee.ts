import { add, type Cents, cents, times } from "../money.ts"
import type { Rates } from "../rates.ts"

/** Rounding errors must not count as a started mile: 3.0000000001 miles are 3 miles. */
const MILE_DUST = 1e-6

/**
 * One market's delivery fee over `distanceMiles`: the base fee for the first miles, then a fee for each additional
 * started mile. Null if the address is too far.
 */
export function deliveryFee(distanceMiles: number, rates: Rates["delivery"]): Cents | null {
  if (!Number.isFinite(distanceMiles) || distanceMiles < 0) {
    throw new RangeError(`${distanceMiles} is not a distance`)
  }
  if (distanceMiles > rates.maxMiles + MILE_DUST) return null
  const startedMiles = Math.max(0, Math.ceil(distanceMiles - rates.baseMiles - MILE_DUST))
  return add(cents(rates.baseCents), times(cents(rates.perMileCents), startedMiles))
}
