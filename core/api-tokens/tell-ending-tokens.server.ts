import { and, eq, isNull, lt } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { DAY_MS, HOUR_MS } from "#core/durations.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import { apiTokens } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { TOKEN_NOTICE_DAYS } from "./api-tokens.ts"
import { isUsableToken } from "./create-api-token.server.ts"

const BATCH = 100

/** Notifies the owners of tokens that end within a week, once per token. Returns the number of tokens. */
export async function tellEndingTokens(ctx: SystemContext): Promise<number> {
  const now = ctx.now()
  const soon = new Date(now.getTime() + TOKEN_NOTICE_DAYS * DAY_MS)
  const ending = and(isUsableToken(now), lt(apiTokens.expiresAt, soon), isNull(apiTokens.endToldAt))
  const due = await ctx.db.select({ id: apiTokens.id }).from(apiTokens).where(ending).limit(BATCH)
  await rowByRow(due, ({ id }) =>
    transaction(ctx.db, async (tx) => {
      // Checked again in the update: another sweep may have been first.
      const [token] = await tx
        .update(apiTokens)
        .set({ endToldAt: now })
        .where(and(eq(apiTokens.id, id), ending))
        .returning({ userId: apiTokens.userId, role: apiTokens.role })
      if (token) await emit(tx, "apiToken.ending", { tokenId: id, ...token })
    }),
  )
  return due.length
}

export const tellEndingTokensSweep = defineSweep("tell-ending-tokens", HOUR_MS, tellEndingTokens)
