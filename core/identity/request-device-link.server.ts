import type { Context } from "#core/context.ts"
import { requestLink } from "./request-link.server.ts"

/**
 * Emails a link that makes the browser in which it is opened a known device, for an admin whom other people's guesses
 * lock out. People in other roles use the password reset link, which does the same. Throws `rate_limited`.
 */
export function requestDeviceLink(ctx: Context, input: { email: string; address: string }): Promise<void> {
  const role = "admin"
  return requestLink(
    ctx,
    { ...input, role },
    { kind: "device", happened: (userId) => ["email.deviceLinkRequested", { userId, role }] },
  )
}
