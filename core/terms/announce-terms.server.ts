import { and, eq, isNotNull, isNull, notExists } from "drizzle-orm"
import type { PersonInRole, SystemContext } from "#core/context.ts"
import { MINUTE_MS } from "#core/durations.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { rowByRow } from "#core/row-by-row.ts"
import { defineSweep } from "#core/sweep.ts"
import { memberships, termsAgreements, termsAnnouncements, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { SECOND_TERMS } from "./terms.ts"

const BATCH = 500

/**
 * Announces the second version of the terms, if its day is set: the first run starts the 30 days, and each run emails a
 * batch of the people who were not notified and have not agreed, once each. Returns the number of people in the batch.
 */
export async function announceTerms(ctx: SystemContext): Promise<number> {
  if (!ctx.rates.secondTermsFrom) return 0
  await ctx.db
    .insert(termsAnnouncements)
    .values({ version: SECOND_TERMS, announcedAt: ctx.now() })
    .onConflictDoNothing()
  const untold = await listUntold(ctx)
  await rowByRow(untold, (person) => tell(ctx, person))
  return untold.length
}

export const announceTermsSweep = defineSweep("announce-terms", 5 * MINUTE_MS, announceTerms)

/**
 * People with a confirmed email who have agreed to terms and have no row for the second version, each in their oldest
 * role.
 */
const listUntold = ({ db }: SystemContext) =>
  db
    .selectDistinctOn([users.id], { userId: users.id, role: memberships.role })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.userId, users.id), isNotNull(memberships.agreedAt)))
    .where(
      and(
        eq(users.emailVerified, true),
        isNull(users.deletedAt),
        notExists(
          db
            .select()
            .from(termsAgreements)
            .where(and(eq(termsAgreements.userId, users.id), eq(termsAgreements.version, SECOND_TERMS))),
        ),
      ),
    )
    .orderBy(users.id, memberships.createdAt)
    .limit(BATCH)

/** Writes the row and the email's event together, so that a killed run has notified a person fully or not at all. */
async function tell(ctx: SystemContext, { userId, role }: PersonInRole): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const told = await tx
      .insert(termsAgreements)
      .values({ userId, version: SECOND_TERMS, toldAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ userId: termsAgreements.userId })
    if (told.length > 0) await emit(tx, "terms.announced", { userId, role })
  })
}
