import type { Context } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import { type LinkRequest, requestLink } from "./request-link.server.ts"

/**
 * Has a link to choose a new password sent, if the email is one of this role's. Admins have no reset by web. Throws
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
