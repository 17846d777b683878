import { add, type Cents, cents, times } from "../money.ts"
import type { Rates } from "../rates.ts"

/** Floating-point dust must not start a mile: 3 miles computed as 3.0000000001 are 3. */
const MILE_DUST = 1e-6

/**
 * What one market's delivery costs over `distanceMiles`: the base fee for the first miles, then the fee of
 * every further mile that is started. Null when the address is too far to deliver to.
 */
export function deliveryFee(distanceMiles: number, rates: Rates["delivery"]): Cents | null {
  if (!Number.isFinite(distanceMiles) || distanceMiles < 0) {
    throw new RangeError(`${distanceMiles} is not a distance`)
  }
  if (distanceMiles > rates.maxMiles + MILE_DUST) return null
  const startedMiles = Math.max(0, Math.ceil(distanceMiles - rates.baseMiles - MILE_DUST))
  return add(cents(rates.baseCents), times(cents(rates.perMileCents), startedMiles))
}
