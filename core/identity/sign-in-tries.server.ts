import type { Context } from "#core/context.ts"
import type { KnownDevice } from "#core/ports/sessions.ts"
import { countTry, forgiveTry, type Limit } from "./rate-limit.server.ts"

/** An attempt to prove an account's password; `userId` is null if the email has no account. */
export type SignInTry = { email: string; userId: string | null; address: string; device?: KnownDevice | null }

/**
 * Counts an attempt to prove an account's password. A device on which this account signed in before has its own count,
 * so that other people's guesses never lock its owner out. Throws `rate_limited`.
 */
export async function countSignIn(ctx: Context, sent: SignInTry): Promise<void> {
  for (const [limit, ...subject] of countsOf(sent)) await countTry(ctx, limit, ...subject)
}

/** Reverses what `countSignIn` counted for an attempt that succeeded. */
export async function forgiveSignIn(ctx: Context, sent: SignInTry): Promise<void> {
  for (const [limit, ...subject] of countsOf(sent)) await forgiveTry(ctx, limit, ...subject)
}

function countsOf({ email, userId, address, device }: SignInTry): [Limit, ...string[]][] {
  if (device && userId && device.userIds.includes(userId))
    return [["sign in from a known device", userId, device.id]]
  return [
    ["sign in from an address", address],
    ["sign in to an account from an address", email, address],
    ["sign in to an account", email],
  ]
}
