import { and, eq, isNull, lte, or } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { log } from "#core/log.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { PayoutAccount, PayoutAccountOwner } from "#core/ports/connected-accounts.ts"
import type { Executor } from "#db/client.ts"
import { transaction } from "#db/transaction.ts"
import { PAYOUT_ACCOUNT_TABLES } from "./payout-accounts.server.ts"
import { isAskedByNoPage } from "./requirements.ts"

/** Fetches a connected account from the provider and stores its state. Ignores an account that nobody here owns. */
export async function syncAccount(ctx: Context, accountId: string): Promise<void> {
  const asked = ctx.now()
  await keepAccountTruth(ctx, await ctx.ports.connectedAccounts.find(accountId), asked)
}

/**
 * Stores the state that the provider returned at the moment `asked`, unless a later state is stored already. Emails the
 * person about new requirements, and alerts our team about requirements that no page of ours can collect. Our own rows
 * determine who owns the account, even if it carries no metadata of ours at the provider.
 */
export async function keepAccountTruth(ctx: Context, truth: PayoutAccount, asked: Date): Promise<void> {
  const owner = await ownerOf(ctx.db, truth.id)
  if (!owner) return log.warn("payouts.account_unknown", { accountId: truth.id })
  const table = PAYOUT_ACCOUNT_TABLES[owner.role]
  const added = await transaction(ctx.db, async (tx) => {
    const mine = and(eq(table.userId, owner.userId), eq(table.stripeAccountId, truth.id))
    const [before] = await tx
      .select({ onboarded: table.onboarded, requirements: table.requirements })
      .from(table)
      .where(mine)
      .for("no key update")
    if (!before) return []
    // An account that is missing every requirement counts as rejected only after the wizard was submitted.
    const onboarded = truth.submitted || before.onboarded !== null ? truth.active : null
    const requirements = [...truth.requirements]
    const kept = await tx
      .update(table)
      .set({ onboarded, requirements, accountCheckedAt: asked })
      .where(and(mine, or(isNull(table.accountCheckedAt), lte(table.accountCheckedAt, asked))))
      .returning({ userId: table.userId })
    if (kept.length === 0) return []
    const added = requirements.filter((name) => !before.requirements.includes(name))
    const isNew = added.length > 0
    if (onboarded !== null && isNew) await emit(tx, "account.requirementsDue", owner)
    if (onboarded !== before.onboarded || isNew || requirements.length !== before.requirements.length)
      await emit(tx, "account.changed", owner)
    return added
  })
  const others = added.filter(isAskedByNoPage)
  if (others.length > 0)
    ctx.ports.alarms.raise("requirement_unasked", { accountId: truth.id, requirements: others.join(", ") })
}

async function ownerOf(db: Executor, accountId: string): Promise<PayoutAccountOwner | null> {
  for (const role of ["seller", "deliverer"] as const) {
    const { userId, stripeAccountId } = PAYOUT_ACCOUNT_TABLES[role]
    const [row] = await db
      .select({ userId })
      .from(PAYOUT_ACCOUNT_TABLES[role])
      .where(eq(stripeAccountId, accountId))
    if (row) return { userId: row.userId, role }
  }
  return null
}
