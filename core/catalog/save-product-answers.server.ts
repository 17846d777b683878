import { transaction } from "#db/transaction.ts"
import type { SellerContext } from "../context.ts"
import { changeDraft } from "./product-draft.server.ts"
import type { ProductAnswers } from "./product-steps.ts"

const LONGEST = 2000

/** Saves a step's answers in the draft; when two tabs save at once, the answers of both are kept. */
export async function saveProductAnswers(ctx: SellerContext, answers: ProductAnswers): Promise<void> {
  const given = Object.entries(answers).filter((entry) => entry[1] !== undefined)
  const clipped = Object.fromEntries(given.map(([name, value]) => [name, value.slice(0, LONGEST)]))
  await transaction(ctx.db, (tx) =>
    changeDraft(ctx, tx, (data) => ({ ...data, answers: { ...data.answers, ...clipped } })),
  )
}
