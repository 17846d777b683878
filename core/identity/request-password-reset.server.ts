import type { Context } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import { type LinkRequest, requestLink } from "./request-link.server.ts"

/**
 * Emails a password reset link, if an account with this role has the email. Admins cannot reset on the web. Throws
 * `rate_limited`.
 */
export function requestPasswordReset(
  ctx: Context,
  input: LinkRequest<Exclude<Role, "admin">>,
): Promise<void> {
  return requestLink(ctx, input, {
    kind: "reset",
    happened: (userId) => ["email.passwordResetRequested", { userId, role: input.role }],
  })
}
