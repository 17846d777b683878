import type { Context } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { transaction } from "#db/transaction.ts"
import { countTry } from "./rate-limit.server.ts"
import { spendToken } from "./tokens.server.ts"

/**
 * Uses up a link of `requestDeviceLink` and returns the account for which the browser is now a known device. Does not
 * sign anybody in. Throws `token_expired`, `rate_limited`.
 */
export async function openDeviceLink(
  ctx: Context,
  input: { token: string; address: string },
): Promise<string> {
  await countTry(ctx, "confirm from an address", input.address)
  const owner = await transaction(ctx.db, (tx) => spendToken(tx, ctx.now(), "know-device", input.token))
  if (!owner)
    throw new DomainError("token_expired", "This link has expired or was already used. Request a new one.")
  return owner.userId
}
