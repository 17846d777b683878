import type { PersonContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { tellSecurity } from "#core/security-log.server.ts"
import { isSecondFactor } from "./check-credentials.server.ts"
import { provePassword } from "./prove-password.server.ts"
import { countTry, forgiveTry } from "./rate-limit.server.ts"

/**
 * Requires proof of identity before a person changes how they sign in: the password, and for an admin also a code of
 * the authenticator app. Throws `invalid` at `field` (of the password) or at `code`, `rate_limited`.
 */
export async function proveIdentity(
  ctx: PersonContext,
  { password, code, field }: { password: string; code?: string | undefined; field?: string },
): Promise<void> {
  await provePassword(ctx, password, field)
  if (ctx.actor.role === "admin") await proveSecondFactor(ctx, code)
}

/** An open session is not enough proof. Guesses of a code are counted like guesses of a password. */
async function proveSecondFactor(ctx: PersonContext, code: string | undefined): Promise<void> {
  const { role, userId } = ctx.actor
  await countTry(ctx, "prove a password", userId)
  if (!(await isSecondFactor(ctx, userId, code))) {
    tellSecurity("proof.failed", { role, userId, by: "code" })
    throw new DomainError("invalid", "This isn't the code from your authenticator app.", "code")
  }
  await forgiveTry(ctx, "prove a password", userId)
}
