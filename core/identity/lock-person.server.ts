import { and, eq, isNull } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { users } from "#db/schema/index.ts"

/** One transaction at a time counts what a person has. Before any other row of theirs is locked. */
export async function lockPerson(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update")
}

/** The email of an account that nobody deletes or changes until the transaction ends; undefined where it is gone. */
export async function lockAccount(tx: Transaction, userId: string): Promise<{ email: string } | undefined> {
  const [account] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("update")
  return account
}
