import { isNull } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { paymentPlatform } from "#db/schema/index.ts"

/**
 * Stores on the first start which account at the provider this database belongs to, and whether it is live. The
 * database's payments, customers and payout accounts do not exist in another account or mode, so a start with other
 * keys is rejected: throws `not_allowed` with a message for the operator. If the provider does not report the account,
 * only the mode is compared, and the account on the next start.
 */
export async function requireSamePlatform(ctx: SystemContext): Promise<void> {
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
