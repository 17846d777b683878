import { and, eq } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { credentials, users } from "#db/schema/index.ts"
import { countTry } from "./rate-limit.server.ts"
import { countSignIn, forgiveSignIn } from "./sign-in-tries.server.ts"

/**
 * Returns the password hash that a registration stores: the account's own hash when the email has an account and this
 * is its password (the proof that `addRole` requires), otherwise a new one. A wizard stores it in its draft. The hash
 * does not show whether the email is free: `addRole` checks that at the end. Counts as a registration and, if there is
 * an account, as a sign-in attempt. Throws `rate_limited`.
 */
export async function hashForEmail(
  ctx: Context,
  input: { email: string; password: string; address: string },
): Promise<string> {
  const { email, password, address } = input
  await countTry(ctx, "register from an address", address)
  const [account] = await ctx.db
    .select({ userId: users.id, hash: credentials.password })
    .from(users)
    .innerJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
    .where(eq(users.email, email))
  if (!account?.hash) return ctx.ports.passwords.hash(password)
  const counted = { email, userId: account.userId, address }
  await countSignIn(ctx, counted)
  if (!(await ctx.ports.passwords.verify(password, account.hash))) return ctx.ports.passwords.hash(password)
  await forgiveSignIn(ctx, counted)
  return account.hash
}
