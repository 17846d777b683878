import { DomainError } from "#core/errors.ts"
import type { HolderContext } from "./connect-account.server.ts"
import { MISSING_DETAILS_MESSAGE } from "./fields.ts"
import { readHolder } from "./holders.server.ts"
import type { MeetRequirementsInput } from "./inputs.ts"
import { keepAccountTruth, syncAccount } from "./sync-account.server.ts"

/**
 * Hands over what the provider was missing. Throws `invalid` when nothing was entered or the provider rejects it.
 * What is still missing after that is on the dashboard again.
 */
export async function meetRequirements(ctx: HolderContext, input: MeetRequirementsInput): Promise<void> {
  const { accountId } = await readHolder(ctx.db, ctx.actor)
  const given = Object.values(input).some((value) => value !== undefined)
  if (!accountId || !given) throw new DomainError("invalid", MISSING_DETAILS_MESSAGE)
  const truth = await ctx.ports.connectedAccounts.update(accountId, input)
  await keepAccountTruth(ctx, { ...truth, submitted: true }, ctx.now())
}

/** What the provider still wants to know of this seller or courier, fresh from it where it answers. */
export async function missingRequirements(ctx: HolderContext): Promise<readonly string[]> {
  const holder = await readHolder(ctx.db, ctx.actor)
  if (!holder.accountId) return []
  try {
    await syncAccount(ctx, holder.accountId)
  } catch (error) {
    // The last known list serves while the provider does not answer.
    if (!(error instanceof DomainError) || error.code !== "provider_down") throw error
    return holder.requirements
  }
  return (await readHolder(ctx.db, ctx.actor)).requirements
}
