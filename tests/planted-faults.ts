import { GUARDS, OWNERSHIP } from "./planted/faults-of-access.ts"
import { ACCOUNTS } from "./planted/faults-of-accounts.ts"
import { ANSWERS } from "./planted/faults-of-answers.ts"
import { CARDS } from "./planted/faults-of-cards.ts"
import { IDEMPOTENCY, LIMITS, UPLOADS, WEBHOOKS } from "./planted/faults-of-input.ts"
import { DUE_JOBS } from "./planted/faults-of-jobs.ts"
import { MONEY } from "./planted/faults-of-money.ts"
import { MOVES, STOCK } from "./planted/faults-of-orders.ts"
import { PACKING } from "./planted/faults-of-packing.ts"
import { EMAIL_CHANGES } from "./planted/faults-of-recovery.ts"
import { REMINDERS } from "./planted/faults-of-reminders.ts"
import { REPLACEMENTS } from "./planted/faults-of-replacements.ts"
import { SESSIONS } from "./planted/faults-of-sessions.ts"
import { TYPED_TEXT } from "./planted/faults-of-typed-text.ts"
import { UNDO } from "./planted/faults-of-undo.ts"
import type { ListedFault } from "./planted/planted-fault.ts"

/**
 * One-line faults that tests have to notice. `npm run planted` plants each of them in a copy of the code and runs the
 * test named for it, whose checks have to fail.
 *
 * To add one: write it into a list in `planted/faults-of-*.ts`, with the text to find (exactly once in its file), the
 * replacement and the one test that proves the guarantee; then `npm run planted -- --only WORD`. A fault that survives
 * reveals a missing test: write that test, named by the guarantee. Choose a fault that a person could make by mistake
 * and that still runs, and a test of a rule, the database or HTTP; a browser takes too long. Protection that exists
 * twice on purpose, in the code and as a constraint, survives the loss of either half, so it does not belong here.
 * Migrations cannot be broken here, because the tests' database is made once for all faults.
 */
const CATEGORIES = {
  money: MONEY,
  stock: STOCK,
  moves: MOVES,
  undo: UNDO,
  packing: PACKING,
  cards: CARDS,
  reminders: REMINDERS,
  replacements: REPLACEMENTS,
  ownership: OWNERSHIP,
  limits: LIMITS,
  "idempotency keys": IDEMPOTENCY,
  guards: GUARDS,
  webhooks: WEBHOOKS,
  uploads: UPLOADS,
  sessions: SESSIONS,
  accounts: ACCOUNTS,
  "email changes": EMAIL_CHANGES,
  "due jobs": DUE_JOBS,
  "typed text": TYPED_TEXT,
  answers: ANSWERS,
}

export const PLANTED_FAULTS: readonly ListedFault[] = Object.entries(CATEGORIES).flatMap(
  ([category, faults]) => faults.map((fault) => ({ ...fault, category })),
)
