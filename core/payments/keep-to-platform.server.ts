import { isNull } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { paymentPlatform } from "#db/schema/index.ts"

/**
 * Remembers with the first start whose payments this database is about: our account at the provider, and whether it is
 * live. Payments, customers and payout accounts of another account or mode are unknown to it, so a start with other
 * keys is rejected: throws `not_allowed` with a sentence for the person at the keyboard. Where the provider does not say
 * which account it is, the mode alone is compared, and the account at the next start.
 */
export async function keepToPlatform(ctx: SystemContext): Promise<void> {
  const { isLive, ownAccount } = ctx.ports.payments
  await ctx.db.insert(paymentPlatform).values({ isLive, createdAt: ctx.now() }).onConflictDoNothing()
  const [known] = await ctx.db.select().from(paymentPlatform)
  if (known?.isLive !== isLive)
    throw otherKeys(isLive ? "test keys, and these are live ones" : "live keys, and these are test ones")
  const accountId = await ownAccount()
  if (!accountId) return
  await ctx.db.update(paymentPlatform).set({ accountId }).where(isNull(paymentPlatform.accountId))
  const [now] = await ctx.db.select().from(paymentPlatform)
  if (now?.accountId !== accountId)
    throw otherKeys(`the Stripe account ${now?.accountId}, and these keys are of ${accountId}`)
}

const otherKeys = (whose: string) =>
  new DomainError(
    "not_allowed",
    `This database was used with ${whose}: what was bought and paid out with it would not be found. Set the keys that it was used with, or give these keys a database of their own (DATABASE_URL).`,
  )
