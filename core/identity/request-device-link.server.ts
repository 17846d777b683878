import type { Context } from "#core/context.ts"
import { requestLink } from "./request-link.server.ts"

/**
 * Has a link emailed that makes the browser in which it is opened a known device, for an admin whom the guesses of
 * others keep out; other roles choose a new password by an emailed link, which does the same. Throws `rate_limited`.
 */
export function requestDeviceLink(ctx: Context, input: { email: string; address: string }): Promise<void> {
  const role = "admin"
  return requestLink(
    ctx,
    { ...input, role },
    { kind: "device", happened: (userId) => ["email.deviceLinkRequested", { userId, role }] },
  )
}
