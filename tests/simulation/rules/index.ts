import { keepsTheBooks } from "./money.ts"
import { followsTheMoves } from "./moves.ts"
import { refundsWhatIsMissing } from "./packing.ts"
import { countsThePlaces } from "./places.ts"
import { forgetsTheDeleted } from "./privacy.ts"
import type { Rule } from "./rule.ts"
import { countsTheStock } from "./stock.ts"
import { leavesNothingWaiting } from "./waiting.ts"

/** Rules that hold at any time. */
export const ALWAYS: readonly Rule[] = [
  countsTheStock,
  countsThePlaces,
  followsTheMoves,
  forgetsTheDeleted("finished"),
]
/** Rules that hold when no work is left. */
export const AT_THE_END: readonly Rule[] = [
  ...ALWAYS,
  keepsTheBooks,
  refundsWhatIsMissing,
  leavesNothingWaiting,
  forgetsTheDeleted("all"),
]
