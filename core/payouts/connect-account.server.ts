import { and, eq, isNull } from "drizzle-orm"
import type { Context, PersonActor } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { PayoutAccountOwner } from "#core/ports/connected-accounts.ts"
import { users } from "#db/schema/index.ts"
import type { ConnectAccountInput } from "./inputs.ts"
import { PAYOUT_ACCOUNT_TABLES, readPayoutAccount } from "./payout-accounts.server.ts"
import { keepAccountTruth } from "./sync-account.server.ts"

export type PayoutContext = Context<PersonActor<"seller"> | PersonActor<"deliverer">>

/**
 * Onboards a seller or courier with the provider: opens their account, once, and submits what they entered. Throws
 * `invalid` with the provider's message, and `provider_down`; in both cases the form may be sent again.
 */
export async function connectAccount(ctx: PayoutContext, input: ConnectAccountInput): Promise<void> {
  const { website, productDescription } = input
  if (ctx.actor.role === "seller" && !website && !productDescription)
    throw new DomainError("invalid", "Enter your website, or describe what you will be selling.", "question")
  const accountId = await openAccount(ctx, ctx.actor)
  const { accountToken, bankToken } = input
  const truth = await ctx.ports.connectedAccounts.update(accountId, {
    accountToken,
    bankToken,
    website,
    productDescription,
  })
  await keepAccountTruth(ctx, { ...truth, submitted: true }, ctx.now())
  const table = PAYOUT_ACCOUNT_TABLES[ctx.actor.role]
  await ctx.db
    .update(table)
    .set({
      payoutSchedule: input.schedule,
      ...(ctx.actor.role === "seller"
        ? { website: website ?? null, productDescription: productDescription ?? null }
        : {}),
    })
    .where(eq(table.userId, ctx.actor.userId))
}

/** Returns the id of the payout account at the provider, which it opens if there is none. */
async function openAccount(ctx: PayoutContext, { userId, role }: PayoutAccountOwner): Promise<string> {
  const payoutAccount = await readPayoutAccount(ctx.db, { userId, role })
  if (payoutAccount.accountId) return payoutAccount.accountId
  const [person] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const account = await ctx.ports.connectedAccounts.open({ userId, role, email: person?.email ?? "" })
  const table = PAYOUT_ACCOUNT_TABLES[role]
  await ctx.db
    .update(table)
    .set({ stripeAccountId: account.id })
    .where(and(eq(table.userId, userId), isNull(table.stripeAccountId)))
  return account.id
}
