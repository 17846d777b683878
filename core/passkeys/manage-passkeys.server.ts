import { and, asc, eq } from "drizzle-orm"
import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { PersonContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { isId } from "#core/ids.ts"
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

/** Removes one of the person's passkeys: it opens nothing any more. A stranger's is not found. */
export async function removePasskey(ctx: PersonContext, { passkeyId }: { passkeyId: string }): Promise<void> {
  const { userId, role } = ctx.actor
  await transaction(ctx.db, async (tx) => {
    const removed = await tx.delete(passkeys).where(isOwn(ctx, passkeyId)).returning({ id: passkeys.id })
    if (removed.length === 0) throw notFound("This passkey")
    if (role === "admin")
      await recordAudit(ctx, tx, { action: "passkey.removed", subjectType: "admin", subjectId: userId })
  })
}

function isOwn(ctx: PersonContext, passkeyId: string) {
  if (!isId(passkeyId)) throw notFound("This passkey")
  return and(eq(passkeys.id, passkeyId), eq(passkeys.userId, ctx.actor.userId))
}
