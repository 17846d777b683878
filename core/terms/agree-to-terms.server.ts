import { sql } from "drizzle-orm"
import { z } from "zod"
import type { PersonContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Executor } from "#db/client.ts"
import { termsAgreements } from "#db/schema/index.ts"
import { secondTerms } from "./second-terms.server.ts"
import { SECOND_TERMS } from "./terms.ts"

/** `next` is the page that the form was on. */
export const agreeToTermsInput = z.object({ next: z.string().max(1_000).optional() })

/**
 * Records that the person agrees to the second version; repeating it changes nothing. Throws `not_allowed` before it is
 * announced.
 */
export async function agreeToTerms(ctx: PersonContext): Promise<void> {
  if (!(await secondTerms(ctx, ctx.db)))
    throw new DomainError("not_allowed", "There are no new terms to agree to.")
  await recordAgreement(ctx.db, ctx.actor.userId, ctx.now())
}

/** Agreeing again does not change when the person first agreed. */
export async function recordAgreement(db: Executor, userId: string, agreedAt: Date): Promise<void> {
  await db
    .insert(termsAgreements)
    .values({ userId, version: SECOND_TERMS, agreedAt })
    .onConflictDoUpdate({
      target: [termsAgreements.userId, termsAgreements.version],
      set: { agreedAt: sql`coalesce(${termsAgreements.agreedAt}, excluded.agreed_at)` },
    })
}
