import type { Town } from "../town.ts"
import { keepsTheBooks } from "./money.ts"
import { followsTheMoves } from "./moves.ts"
import { forgetsTheDeleted } from "./privacy.ts"
import { countsTheStock } from "./stock.ts"
import { leavesNothingWaiting } from "./waiting.ts"

/** What must be so. Answers what is not: a sentence each. */
export type Rule = (town: Town) => Promise<string[]>

/** Whenever one looks. */
export const ALWAYS: readonly Rule[] = [countsTheStock, followsTheMoves, forgetsTheDeleted("finished")]
/** When nothing is left to do. */
export const AT_THE_END: readonly Rule[] = [
  ...ALWAYS,
  keepsTheBooks,
  leavesNothingWaiting,
  forgetsTheDeleted("all"),
]
