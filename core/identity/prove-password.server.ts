import { and, eq } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { countTry, forgiveTry } from "#core/identity/rate-limit.server.ts"
import { tellSecurity } from "#core/security-log.server.ts"
import { credentials } from "#db/schema/index.ts"

/**
 * Requires the password, so that nobody can use a session that was left open. Throws `invalid` at `field`,
 * `rate_limited`.
 */
export async function provePassword(ctx: PersonContext, password: string, field = "password"): Promise<void> {
  const { role, userId } = ctx.actor
  await countTry(ctx, "prove a password", userId)
  const [credential] = await ctx.db
    .select({ password: credentials.password })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, "credential")))
  if (!(await ctx.ports.passwords.verify(password, credential?.password ?? null))) {
    tellSecurity("proof.failed", { role, userId, by: "password" })
    throw new DomainError("invalid", "This isn't your password.", field)
  }
  await forgiveTry(ctx, "prove a password", userId)
}
