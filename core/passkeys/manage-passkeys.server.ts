import { and, asc, eq } from "drizzle-orm"
import type { AccountContext, PersonContext } from "#core/context.ts"
import { notFound } from "#core/errors.ts"
import { proveIdentity } from "#core/identity/prove-identity.server.ts"
import { isId } from "#core/ids.ts"
import { passkeys } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { isRecent } from "./passkey-review.ts"
import { deletePasskeys } from "./remove-passkeys.server.ts"

/** The person's passkeys, oldest first, without anything that gives access. */
export async function listPasskeys(ctx: AccountContext) {
  const held = await ctx.db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, ctx.actor.userId))
    .orderBy(asc(passkeys.id))
  return held.map((passkey) => ({ ...passkey, isRecent: isRecent(passkey.createdAt, ctx.now()) }))
}

export type Passkey = Awaited<ReturnType<typeof listPasskeys>>[number]

/** Renames one of the person's passkeys. Throws `not_found` for another person's. */
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
 * Removes one of the person's passkeys, which then gives no access; an email notifies the person. Throws `not_found`
 * for another person's passkey, `invalid` at `password` or `code`, `rate_limited`.
 */
export async function removePasskey(
  ctx: PersonContext,
  input: { passkeyId: string; password: string; code?: string | undefined },
): Promise<void> {
  await proveIdentity(ctx, input)
  if (!isId(input.passkeyId)) throw notFound("This passkey")
  await transaction(ctx.db, async (tx) => {
    if ((await deletePasskeys(ctx, tx, [input.passkeyId])) === 0) throw notFound("This passkey")
  })
}

function isOwn(ctx: PersonContext, passkeyId: string) {
  if (!isId(passkeyId)) throw notFound("This passkey")
  return and(eq(passkeys.id, passkeyId), eq(passkeys.userId, ctx.actor.userId))
}
