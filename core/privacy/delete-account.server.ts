import { eq } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Transaction } from "#db/client.ts"
import { users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { eraseAccount, leaveCheckout, lockProfiles, rolesOf } from "./erase-account.server.ts"
import { openBusiness } from "./open-business.server.ts"
import { provePassword } from "./prove-password.server.ts"

/**
 * Deletes the person's account in all its roles, at once: what need not be kept is gone when this returns, orders and
 * books stay without a name, and the email is free. What has to be told outside (the subscription's end, the images, the
 * last email) is a job. Deleted already is well. Throws `invalid` for a wrong password, `illegal_move` with the
 * sentences of what is open, `not_allowed` for admins, `rate_limited`.
 */
export async function deleteAccount(ctx: PersonContext, input: { password: string }): Promise<void> {
  const { userId } = ctx.actor
  await provePassword(ctx, input.password)
  await transaction(ctx.db, async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update")
    if (!person || person.deletedAt) return
    if ((await rolesOf(tx, userId)).includes("admin"))
      throw new DomainError("not_allowed", "An admin's account is not deleted here.")
    await leaveCheckout(ctx, tx)
    await lockProfiles(tx, userId)
    await rejectOpenBusiness(ctx, tx)
    await eraseAccount(ctx, tx, { email: person.email, firstName: person.name.split(" ")[0] ?? "" })
  })
}

async function rejectOpenBusiness(ctx: PersonContext, tx: Transaction): Promise<void> {
  const open = await openBusiness(ctx, tx)
  if (open.length === 0) return
  const texts = open.map(({ text }) => text)
  throw new DomainError("illegal_move", `Your account cannot be deleted yet. ${texts.join(" ")}`)
}
