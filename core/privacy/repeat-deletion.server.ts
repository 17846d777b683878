import { eq } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { eraseAccount, leaveCheckout, lockProfiles } from "./erase-account.server.ts"
import { openBusiness } from "./open-business.server.ts"

/** What was open for the person at the moment of the backup; null where there was nobody to erase. */
export type Repeated = { readonly openThen: string[] } | null

/**
 * Erases a person once more whom a restored backup brought back. They proved who they are when they left, and had their
 * email; what the backup shows as open was at its end by then, so it is answered and holds nothing up. Unknown or
 * erased already is well.
 */
export async function repeatDeletion(
  { db, now }: Pick<Context, "db" | "now">,
  userId: string,
): Promise<Repeated> {
  // All roles go together, whichever is named.
  const ctx = { actor: { role: "customer" as const, userId }, db, now }
  return transaction(db, async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update")
    if (!person || person.deletedAt) return null
    await leaveCheckout(ctx, tx)
    await lockProfiles(tx, userId)
    const openThen = (await openBusiness(ctx, tx)).map(({ text }) => text)
    await eraseAccount(ctx, tx, null)
    return { openThen }
  })
}
