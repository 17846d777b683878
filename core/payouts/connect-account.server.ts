import { and, eq, isNull } from "drizzle-orm"
import type { Context, PersonActor } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { AccountHolder } from "#core/ports/connected-accounts.ts"
import { users } from "#db/schema/index.ts"
import { HOLDER_TABLES, readHolder } from "./holders.server.ts"
import type { ConnectAccountInput } from "./inputs.ts"
import { keepAccountTruth } from "./sync-account.server.ts"

export type HolderContext = Context<PersonActor<"seller"> | PersonActor<"deliverer">>

/**
 * Onboards a seller or courier with the provider: opens their account, once, and hands over what they entered.
 * Throws `invalid` in the provider's words, and `provider_down`; then the form may be sent again.
 */
export async function connectAccount(ctx: HolderContext, input: ConnectAccountInput): Promise<void> {
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
  const table = HOLDER_TABLES[ctx.actor.role]
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

/** The holder's account at the provider, opened where there is none. */
async function openAccount(ctx: HolderContext, { userId, role }: AccountHolder): Promise<string> {
  const holder = await readHolder(ctx.db, { userId, role })
  if (holder.accountId) return holder.accountId
  const [person] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const account = await ctx.ports.connectedAccounts.open({ userId, role, email: person?.email ?? "" })
  const table = HOLDER_TABLES[role]
  await ctx.db
    .update(table)
    .set({ stripeAccountId: account.id })
    .where(and(eq(table.userId, userId), isNull(table.stripeAccountId)))
  return account.id
}
