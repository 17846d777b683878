import { and, eq } from "drizzle-orm"
import type { Context, PersonInRole } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Role } from "#core/identity/roles.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { countTry } from "./rate-limit.server.ts"
import { readToken } from "./tokens.server.ts"

/**
 * Confirms the email that a link was sent to. A link pressed twice confirms once and succeeds twice: it works until it
 * expires, and gives no other access. Throws `token_expired`, also for a link that was never sent; `rate_limited`.
 */
export async function confirmEmail(
  ctx: Context,
  input: { token: string; address: string },
): Promise<{ role: Role }> {
  await countTry(ctx, "confirm from an address", input.address)
  const owner = await readToken(ctx.db, ctx.now(), "confirm-email", input.token)
  if (!owner) throw new DomainError("token_expired", "This link doesn't work. Request a new one below.")
  const confirmed = owner.expired ? await isConfirmed(ctx, owner.userId) : await confirm(ctx, owner)
  if (!confirmed) throw new DomainError("token_expired", "This link has expired. Request a new one below.")
  return { role: owner.role }
}

async function confirm(ctx: Context, { userId, role }: PersonInRole): Promise<true> {
  await transaction(ctx.db, async (tx) => {
    const [first] = await tx
      .update(users)
      .set({ emailVerified: true, updatedAt: ctx.now() })
      .where(and(eq(users.id, userId), eq(users.emailVerified, false)))
      .returning({ id: users.id })
    if (first) await emit(tx, "email.confirmed", { userId, role })
  })
  return true
}

async function isConfirmed(ctx: Context, userId: string): Promise<boolean> {
  const [person] = await ctx.db.select().from(users).where(eq(users.id, userId))
  return person?.emailVerified ?? false
}

/** Returns what a confirmation link would do, without doing it, because mail scanners open links, too. */
export async function confirmationState(
  ctx: Context,
  input: { token: string },
): Promise<"ready" | "confirmed" | "expired"> {
  const owner = await readToken(ctx.db, ctx.now(), "confirm-email", input.token)
  if (!owner) return "expired"
  if (await isConfirmed(ctx, owner.userId)) return "confirmed"
  return owner.expired ? "expired" : "ready"
}
