import { and, eq, isNotNull } from "drizzle-orm"
import type { Context, PersonContext } from "#core/context.ts"
import { DAY_MS } from "#core/durations.ts"
import type { Executor } from "#db/client.ts"
import { termsAgreements, termsAnnouncements } from "#db/schema/index.ts"
import { inForceFrom, REMIND_DAYS, SECOND_TERMS, type SecondTerms } from "./terms.ts"

/** The second version of the terms, once it is announced; null before, and when no day is set. */
export async function secondTerms(
  { now, rates }: Pick<Context, "now" | "rates">,
  db: Executor,
): Promise<SecondTerms | null> {
  if (!rates.secondTermsFrom) return null
  const [announced] = await db
    .select({ at: termsAnnouncements.announcedAt })
    .from(termsAnnouncements)
    .where(eq(termsAnnouncements.version, SECOND_TERMS))
  if (!announced) return null
  const from = inForceFrom(rates.secondTermsFrom, announced.at)
  return { from, isInForce: now() >= from }
}

/** Whether the person has agreed to the second version, when registering or later. */
export async function hasAgreed({ db, actor }: PersonContext): Promise<boolean> {
  const agreed = and(
    eq(termsAgreements.userId, actor.userId),
    eq(termsAgreements.version, SECOND_TERMS),
    isNotNull(termsAgreements.agreedAt),
  )
  return (await db.$count(termsAgreements, agreed)) > 0
}

/**
 * Whether the person has to agree before using what only the second version covers: push messages and the courier's
 * live position. False before it is announced, and for admins, who agree to no terms.
 */
export async function mustAgreeFirst(ctx: PersonContext): Promise<boolean> {
  if (ctx.actor.role === "admin" || !(await secondTerms(ctx, ctx.db))) return false
  return !(await hasAgreed(ctx))
}

/** The second version, while pages still have to show its notice to this person; otherwise null. */
export async function termsNotice(ctx: PersonContext): Promise<SecondTerms | null> {
  if (ctx.actor.role === "admin") return null
  const terms = await secondTerms(ctx, ctx.db)
  if (!terms || ctx.now().getTime() > terms.from.getTime() + REMIND_DAYS * DAY_MS) return null
  return (await hasAgreed(ctx)) ? null : terms
}
