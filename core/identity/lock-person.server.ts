import { and, eq, isNull } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { users } from "#db/schema/index.ts"

/**
 * Locks the person, so that one transaction at a time counts what they have. Lock it before any other row of theirs.
 */
export async function lockPerson(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update")
}

/**
 * Locks the account against deletion and changes until the transaction ends; returns its email, or undefined if gone.
 */
export async function lockAccount(tx: Transaction, userId: string): Promise<{ email: string } | undefined> {
  const [account] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("update")
  return account
}
