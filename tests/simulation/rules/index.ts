import { countsTheCards, leavesNoRemovedCard } from "./cards.ts"
import { keepsTheBooks } from "./money.ts"
import { followsTheMoves } from "./moves.ts"
import { chargesForWhatIsGiven, refundsWhatIsMissing } from "./packing.ts"
import { countsThePlaces } from "./places.ts"
import { forgetsTheDeleted } from "./privacy.ts"
import { keepsToTheOffers, leavesNoOfferOpen } from "./replacements.ts"
import type { Rule } from "./rule.ts"
import { countsTheStock } from "./stock.ts"
import { leavesNothingWaiting } from "./waiting.ts"

/** Rules about what lasts for a few steps only. */
export const AFTER_EACH_STEP: readonly Rule[] = [keepsToTheOffers]
/** Rules that hold at any time. */
export const ALWAYS: readonly Rule[] = [
  ...AFTER_EACH_STEP,
  countsTheStock,
  countsThePlaces,
  countsTheCards,
  followsTheMoves,
  forgetsTheDeleted("finished"),
]
/** Rules that hold when no work is left. */
export const AT_THE_END: readonly Rule[] = [
  ...ALWAYS,
  keepsTheBooks,
  refundsWhatIsMissing,
  chargesForWhatIsGiven,
  leavesNoOfferOpen,
  leavesNoRemovedCard,
  leavesNothingWaiting,
  forgetsTheDeleted("all"),
]
