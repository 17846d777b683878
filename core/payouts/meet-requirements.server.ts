import { DomainError } from "#core/errors.ts"
import type { PayoutContext } from "./connect-account.server.ts"
import { MISSING_DETAILS_MESSAGE } from "./fields.ts"
import type { MeetRequirementsInput } from "./inputs.ts"
import { readPayoutAccount } from "./payout-accounts.server.ts"
import { keepAccountTruth, syncAccount } from "./sync-account.server.ts"

/**
 * Submits missing requirements to the provider. Throws `invalid` if nothing was entered or the provider rejects it. The
 * dashboard lists what is still missing afterwards.
 */
export async function meetRequirements(ctx: PayoutContext, input: MeetRequirementsInput): Promise<void> {
  const { accountId } = await readPayoutAccount(ctx.db, ctx.actor)
  const given = Object.values(input).some((value) => value !== undefined)
  if (!accountId || !given) throw new DomainError("invalid", MISSING_DETAILS_MESSAGE)
  const truth = await ctx.ports.connectedAccounts.update(accountId, input)
  await keepAccountTruth(ctx, { ...truth, submitted: true }, ctx.now())
}

/** Returns what the provider still requires: fresh if the provider responds, otherwise the last known list. */
export async function missingRequirements(ctx: PayoutContext): Promise<readonly string[]> {
  const payoutAccount = await readPayoutAccount(ctx.db, ctx.actor)
  if (!payoutAccount.accountId) return []
  try {
    await syncAccount(ctx, payoutAccount.accountId)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "provider_down") throw error
    return payoutAccount.requirements
  }
  return (await readPayoutAccount(ctx.db, ctx.actor)).requirements
}
