import type { Cents } from "#core/money.ts"

/** Who is paid through a connected account. */
export type PayoutAccountOwner = { readonly userId: string; readonly role: "seller" | "deliverer" }

/** A connected account as the provider knows it at this moment. */
export type PayoutAccount = {
  readonly id: string
  /** What the provider still wants to know, by its own names; among them its rejection, if it rejected the account. */
  readonly requirements: readonly string[]
  /** May be sent money, and may pay it out. */
  readonly active: boolean
  /** Everything that is asked at first has been given, right or wrong. */
  readonly submitted: boolean
}

/** What onboarding and the repair of requirements hand over. Identity and bank come as tokens that the browser made. */
export type AccountDetails = {
  readonly accountToken?: string | undefined
  readonly bankToken?: string | undefined
  readonly website?: string | undefined
  readonly productDescription?: string | undefined
}

/** Identity and bank as a person types them, in the words of the provider's own forms. Never stored, never logged. */
export type RawIdentity = {
  readonly person: {
    readonly firstName: string
    readonly lastName: string
    readonly email: string
    readonly phone: string
    readonly address: string
    readonly city: string
    readonly state: string
    readonly zip: string
  }
  readonly born?: { readonly year: number; readonly month: number; readonly day: number } | undefined
  readonly ssn?: string | undefined
  readonly bank?:
    | { readonly accountNumber: string; readonly routingNumber: string; readonly holder: string }
    | undefined
}

/**
 * requested: on its way to the bank · paid · failed: the bank sent it back, or it was called off; `reason` says why.
 */
export type PayoutTruth = {
  readonly id: string
  /** Our own row's id. */
  readonly payoutId: string | null
  readonly state: "requested" | "paid" | "failed"
  readonly reason: string | null
}

/**
 * Accounts at the payment provider that sellers and couriers are paid on. Payouts are ours to ask for: the
 * provider makes none by itself. Throws `provider_down` when it does not answer, `invalid` when it rejects what a
 * person gave (the message is the provider's own), `not_found` for an account that is closed. Never call this inside a
 * database transaction.
 */
export interface ConnectedAccounts {
  /** Opens an empty account; asked again for the same person it answers the same account. */
  open(owner: PayoutAccountOwner & { email: string }): Promise<PayoutAccount>
  /** Makes the tokens that a browser would have made, for clients of the API that cannot. Keeps nothing. */
  tokenize(identity: RawIdentity): Promise<Pick<AccountDetails, "accountToken" | "bankToken">>
  /** Gives an account more of what it needs. */
  update(accountId: string, details: AccountDetails): Promise<PayoutAccount>
  find(accountId: string): Promise<PayoutAccount>
  /** What the account holds: `availableCents` can be paid out now. */
  balanceOf(accountId: string): Promise<{ availableCents: Cents; pendingCents: Cents }>
  /** Pays out to the account's bank, once per `payoutId`. Throws `insufficient_balance`, `not_allowed`. */
  payOut(payout: { payoutId: string; accountId: string; amountCents: Cents }): Promise<PayoutTruth>
  findPayout(accountId: string, providerPayoutId: string): Promise<PayoutTruth>
  /** Closes an account for good where nothing is in it. Answers whether it is closed now; closed before is well. */
  close(accountId: string): Promise<boolean>
}
