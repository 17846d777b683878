import { eq } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { users } from "#db/schema/index.ts"

/** One transaction at a time counts what a person has. Before any other row of theirs is locked. */
export async function lockPerson(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update")
}
