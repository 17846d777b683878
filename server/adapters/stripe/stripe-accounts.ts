import Stripe from "stripe"
import { DomainError } from "#core/errors.ts"
import { cents } from "#core/money.ts"
import { isRejection } from "#core/payouts/rejections.ts"
import type {
  AccountDetails,
  ConnectedAccounts,
  PayoutAccount,
  PayoutAccountOwner,
  PayoutTruth,
} from "#core/ports/connected-accounts.ts"
import { asking, isOver, makeOnce, parametersDigest, platformFault } from "./stripe-errors.ts"
import { tokenize } from "./tokenize.ts"

/** Grocery stores; couriers. Stripe requires a merchant category for every account. */
const CATEGORY_CODES = { seller: "5411", deliverer: "4215" } as const
const COURIER_WORK = "Brings orders of local markets to their customers."

/** Connected accounts at Stripe, set up with `controller` properties, manual payouts and account tokens. */
export function stripeAccounts(stripe: Stripe): ConnectedAccounts {
  return {
    open: async (holder) =>
      payoutAccount(
        await telling(() => {
          const account = newAccount(holder)
          const key = `account:${holder.role}:${holder.userId}:${parametersDigest(account)}`
          return makeOnce(key, (once) => stripe.accounts.create(account, once))
        }),
      ),
    tokenize: (identity) => telling(() => tokenize(stripe, identity)),
    update: async (accountId, details) =>
      payoutAccount(
        await telling(() =>
          makeOnce(keyOf(accountId, details), (once) =>
            stripe.accounts.update(accountId, changes(details), once),
          ),
        ),
      ),
    find: async (accountId) =>
      payoutAccount(await asking(() => stripe.accounts.retrieve(accountId), "changed")),
    async balanceOf(accountId) {
      const balance = await asking(
        () => stripe.balance.retrieve({}, { stripeAccount: accountId }),
        "paid out",
      )
      return { availableCents: dollarsOf(balance.available), pendingCents: dollarsOf(balance.pending) }
    },
    payOut: async ({ payoutId, accountId, amountCents }) =>
      payoutTruth(
        await payingOut(() =>
          stripe.payouts.create(
            { amount: amountCents, currency: "usd", metadata: { payout_id: payoutId } },
            { stripeAccount: accountId, idempotencyKey: `payout:${payoutId}` },
          ),
        ),
      ),
    findPayout: async (accountId, providerPayoutId) =>
      payoutTruth(
        await asking(
          () => stripe.payouts.retrieve(providerPayoutId, {}, { stripeAccount: accountId }),
          "paid out",
        ),
      ),
    close: (accountId) => close(stripe, accountId),
  }
}

/**
 * Stripe closes an account only when all its balances are zero. With test keys it closes any account and the money in
 * it would be lost, so the balances are checked first.
 */
async function close(stripe: Stripe, accountId: string): Promise<boolean> {
  try {
    const { available, pending } = await asking(
      () => stripe.balance.retrieve({}, { stripeAccount: accountId }),
      "changed",
    )
    if ([...available, ...pending].some(({ amount }) => amount !== 0)) return false
    await asking(() => stripe.accounts.del(accountId), "changed")
    return true
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return true
    // Money arrived between the two calls, so the account stays open.
    if (isOver(error)) return false
    throw error
  }
}

/** The parameters to open an empty account at Stripe. */
export function newAccount({
  userId,
  role,
  email,
}: PayoutAccountOwner & { email: string }): Stripe.AccountCreateParams {
  return {
    country: "US",
    email,
    controller: {
      fees: { payer: "application" },
      losses: { payments: "application" },
      requirement_collection: "application",
      stripe_dashboard: { type: "none" },
    },
    capabilities: { transfers: { requested: true } },
    business_profile: {
      mcc: CATEGORY_CODES[role],
      ...(role === "deliverer" ? { product_description: COURIER_WORK } : {}),
    },
    settings: { payouts: { schedule: { interval: "manual" } } },
    metadata: { user_id: userId, role },
  }
}

function changes(details: AccountDetails): Stripe.AccountUpdateParams {
  const { accountToken, bankToken, website, productDescription } = details
  return {
    ...(accountToken ? { account_token: accountToken } : {}),
    ...(bankToken ? { external_account: bankToken } : {}),
    ...(website || productDescription
      ? {
          business_profile: {
            ...(website ? { url: website } : {}),
            ...(productDescription ? { product_description: productDescription } : {}),
          },
        }
      : {}),
  }
}

/** A token works only once, so the same form sent twice uses the same key and gets the first result. */
const keyOf = (accountId: string, details: AccountDetails) =>
  `account-update:${parametersDigest([accountId, details])}`

function payoutAccount(account: Stripe.Account): PayoutAccount {
  const { currently_due, past_due, disabled_reason } = account.requirements ?? {}
  const rejection = disabled_reason && isRejection(disabled_reason) ? [disabled_reason] : []
  return {
    id: account.id,
    requirements: [...new Set([...(currently_due ?? []), ...(past_due ?? []), ...rejection])].sort(),
    active: account.capabilities?.transfers === "active" && account.payouts_enabled === true,
    submitted: account.details_submitted === true,
  }
}

function payoutTruth(payout: Stripe.Payout): PayoutTruth {
  const failed = payout.status === "failed" || payout.status === "canceled"
  return {
    id: payout.id,
    payoutId: payout.metadata?.payout_id ?? null,
    state: failed ? "failed" : payout.status === "paid" ? "paid" : "requested",
    reason: payout.failure_message ?? (payout.status === "canceled" ? "The payout was called off." : null),
  }
}

const dollarsOf = (funds: readonly { amount: number; currency: string }[]) =>
  cents(funds.filter(({ currency }) => currency === "usd").reduce((sum, { amount }) => sum + amount, 0))

/**
 * Reports invalid input and invalid tokens in Stripe's own words (`invalid`). All other errors are handled by `asking`,
 * because they are not the person's fault.
 */
const telling = <T>(call: () => Promise<T>): Promise<T> =>
  asking(
    () =>
      call().catch((error: unknown) => {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && !platformFault(error))
          throw new DomainError("invalid", `Stripe says: ${error.message}`)
        throw error
      }),
    "changed",
  )

/** Reports a payout that Stripe rejects because of the account's state; a retry would not help. */
async function payingOut<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await asking(call, "paid out")
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      const code = error.code === "balance_insufficient" ? "insufficient_balance" : "not_allowed"
      throw new DomainError(code, error.message)
    }
    throw error
  }
}
