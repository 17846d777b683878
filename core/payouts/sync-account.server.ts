import { and, eq, isNull, lte, or } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { log } from "#core/log.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { PayoutAccount, PayoutAccountOwner } from "#core/ports/connected-accounts.ts"
import type { Executor } from "#db/client.ts"
import { transaction } from "#db/transaction.ts"
import { PAYOUT_ACCOUNT_TABLES } from "./payout-accounts.server.ts"
import { isAskedByNoPage } from "./requirements.ts"

/** Asks the provider what a connected account is now, and keeps it. An account of none of our people changes nothing. */
export async function syncAccount(ctx: Context, accountId: string): Promise<void> {
  const asked = ctx.now()
  await keepAccountTruth(ctx, await ctx.ports.connectedAccounts.find(accountId), asked)
}

/**
 * Writes down what the provider said at the moment `asked`, unless a later response is known already. A person who owes
 * something new is told by email, and our team of what no page of ours can ask them for. Whose account it is, our own
 * rows say: one that carries no mark of ours at the provider is theirs all the same.
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
    // Until the wizard was sent, an account that still lacks everything has not been rejected.
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
