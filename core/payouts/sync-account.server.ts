import { and, eq, isNull, lte, or } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { PayoutAccount } from "#core/ports/connected-accounts.ts"
import { transaction } from "#db/transaction.ts"
import { PAYOUT_ACCOUNT_TABLES } from "./payout-accounts.server.ts"

/** Asks the provider what a connected account is now, and keeps it. An account that is not ours changes nothing. */
export async function syncAccount(ctx: Context, accountId: string): Promise<void> {
  const asked = ctx.now()
  await keepAccountTruth(ctx, await ctx.ports.connectedAccounts.find(accountId), asked)
}

/**
 * Writes down what the provider said at the moment `asked`, unless a later answer is known already. Whoever owes
 * something new is told by email.
 */
export async function keepAccountTruth(ctx: Context, truth: PayoutAccount, asked: Date): Promise<void> {
  const { owner } = truth
  if (!owner) return
  const table = PAYOUT_ACCOUNT_TABLES[owner.role]
  await transaction(ctx.db, async (tx) => {
    const mine = and(eq(table.userId, owner.userId), eq(table.stripeAccountId, truth.id))
    const [before] = await tx
      .select({ onboarded: table.onboarded, requirements: table.requirements })
      .from(table)
      .where(mine)
      .for("no key update")
    if (!before) return
    // Until the wizard was sent, an account that still lacks everything has not been rejected.
    const onboarded = truth.submitted || before.onboarded !== null ? truth.active : null
    const requirements = [...truth.requirements]
    const kept = await tx
      .update(table)
      .set({ onboarded, requirements, accountCheckedAt: asked })
      .where(and(mine, or(isNull(table.accountCheckedAt), lte(table.accountCheckedAt, asked))))
      .returning({ userId: table.userId })
    if (kept.length === 0) return
    const isNew = requirements.some((name) => !before.requirements.includes(name))
    if (onboarded !== null && isNew) await emit(tx, "account.requirementsDue", owner)
    if (onboarded !== before.onboarded || isNew || requirements.length !== before.requirements.length)
      await emit(tx, "account.changed", owner)
  })
}
