import { and, asc, eq } from "drizzle-orm"
import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { PersonContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { proveIdentity } from "#core/identity/prove-identity.server.ts"
import { isId } from "#core/ids.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { passkeys } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"

/** The person's passkeys, oldest first; nothing that opens anything. */
export async function listPasskeys(ctx: PersonContext) {
  return ctx.db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, ctx.actor.userId))
    .orderBy(asc(passkeys.id))
}

/** Renames one of the person's passkeys. A stranger's is not found. */
export async function renamePasskey(
  ctx: PersonContext,
  { passkeyId, name }: { passkeyId: string; name: string },
): Promise<void> {
  const renamed = await ctx.db
    .update(passkeys)
    .set({ name })
    .where(isOwn(ctx, passkeyId))
    .returning({ id: passkeys.id })
  if (renamed.length === 0) throw notFound("This passkey")
}

/**
 * Removes one of the person's passkeys, so that it opens nothing anymore; an email tells the person. A stranger's is not
 * found. Throws `invalid` at `password` or `code`, `rate_limited`.
 */
export async function removePasskey(
  ctx: PersonContext,
  input: { passkeyId: string; password: string; code?: string | undefined },
): Promise<void> {
  const { userId, role } = ctx.actor
  await proveIdentity(ctx, input)
  await transaction(ctx.db, async (tx) => {
    const removed = await tx
      .delete(passkeys)
      .where(isOwn(ctx, input.passkeyId))
      .returning({ id: passkeys.id })
    if (removed.length === 0) throw notFound("This passkey")
    if (role === "admin")
      await recordAudit(ctx, tx, { action: "passkey.removed", subjectType: "admin", subjectId: userId })
    await emit(tx, "passkey.removed", { userId, role, count: removed.length })
  })
}

function isOwn(ctx: PersonContext, passkeyId: string) {
  if (!isId(passkeyId)) throw notFound("This passkey")
  return and(eq(passkeys.id, passkeyId), eq(passkeys.userId, ctx.actor.userId))
}
