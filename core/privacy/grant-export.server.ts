import { and, eq, gt } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { MINUTE_MS } from "#core/durations.ts"
import { provePassword } from "#core/identity/prove-password.server.ts"
import { verifications } from "#db/schema/index.ts"
import { type AccountExport, exportAccount } from "./export-account.server.ts"

/**
 * The time from entering the password to downloading the file, which is one redirect. Enough for a very slow
 * connection.
 */
const GRANTED_MINUTES = 5

/**
 * Lets the person who has given the password download their file once, within minutes. A page does it in two steps, so
 * that a wrong password is an error at its field and the right one starts a download. Throws what `provePassword`
 * throws.
 */
export async function grantExport(ctx: PersonContext, input: { password: string }): Promise<void> {
  await provePassword(ctx, input.password)
  await ctx.db.insert(verifications).values({
    identifier: identifierOf(ctx),
    value: JSON.stringify({ userId: ctx.actor.userId }),
    expiresAt: new Date(ctx.now().getTime() + GRANTED_MINUTES * MINUTE_MS),
    createdAt: ctx.now(),
  })
}

/**
 * Returns the file, for a person to whom it was granted and who has not downloaded it yet; otherwise null. Throws what
 * `exportAccount` throws.
 */
export async function fetchExport(ctx: PersonContext): Promise<AccountExport | null> {
  const granted = await ctx.db
    .delete(verifications)
    .where(and(eq(verifications.identifier, identifierOf(ctx)), gt(verifications.expiresAt, ctx.now())))
    .returning({ id: verifications.id })
  return granted.length > 0 ? exportAccount(ctx) : null
}

const identifierOf = (ctx: PersonContext) => `export-account:${ctx.actor.userId}`
