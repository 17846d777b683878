import { eq } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import { users } from "#db/schema/index.ts"
import { type LinkRequest, requestLink } from "./request-link.server.ts"

/** Emails a new confirmation link, if a person with this role is waiting for one. Throws `rate_limited`. */
export function resendConfirmation(
  ctx: Context,
  { next, ...input }: LinkRequest<Exclude<Role, "admin">> & { next?: string | null },
): Promise<void> {
  return requestLink(ctx, input, {
    kind: "confirmation",
    condition: eq(users.emailVerified, false),
    happened: (userId) => ["email.confirmationRequested", { userId, role: input.role, next }],
  })
}
