import type { Cents } from "#core/money.ts"

export type PayoutAccountOwner = { readonly userId: string; readonly role: "seller" | "deliverer" }

/** A connected account as the provider knows it at this moment. */
export type PayoutAccount = {
  readonly id: string
  /** What the provider still requires, by its own names; includes the rejection, if it rejected the account. */
  readonly requirements: readonly string[]
  /** Whether the account may receive money and pay it out. */
  readonly active: boolean
  /** Whether everything required at first was submitted, whether valid or not. */
  readonly submitted: boolean
}

/** The details that onboarding and the requirement wizard submit. The browser creates the identity and bank tokens. */
export type AccountDetails = {
  readonly accountToken?: string | undefined
  readonly bankToken?: string | undefined
  readonly website?: string | undefined
  readonly productDescription?: string | undefined
}

/** Identity and bank as a person types them, in the terms of the provider's forms. Never stored, never logged. */
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

/** requested: on its way to the bank · paid · failed: returned by the bank or canceled; `reason` says why. */
export type PayoutTruth = {
  readonly id: string
  /** The id of our own row. */
  readonly payoutId: string | null
  readonly state: "requested" | "paid" | "failed"
  readonly reason: string | null
}

/**
 * Accounts at the payment provider on which sellers and couriers are paid. We request every payout: the provider makes
 * none automatically. Throws `provider_down` if it does not respond, `invalid` if it rejects a person's input (with the
 * provider's own message), `not_found` for a closed account. Never call this inside a database transaction.
 */
export interface ConnectedAccounts {
  /** Opens an empty account; another call for the same person returns the same account. */
  open(owner: PayoutAccountOwner & { email: string }): Promise<PayoutAccount>
  /** Creates the tokens that a browser would create, for API clients that cannot. Stores nothing. */
  tokenize(identity: RawIdentity): Promise<Pick<AccountDetails, "accountToken" | "bankToken">>
  /** Adds details to an account. */
  update(accountId: string, details: AccountDetails): Promise<PayoutAccount>
  find(accountId: string): Promise<PayoutAccount>
  /** The account's balance: `availableCents` can be paid out now. */
  balanceOf(accountId: string): Promise<{ availableCents: Cents; pendingCents: Cents }>
  /** Pays out to the account's bank, once per `payoutId`. Throws `insufficient_balance`, `not_allowed`. */
  payOut(payout: { payoutId: string; accountId: string; amountCents: Cents }): Promise<PayoutTruth>
  findPayout(accountId: string, providerPayoutId: string): Promise<PayoutTruth>
  /** Closes an empty account permanently. Returns whether it is closed now, also if it was closed before. */
  close(accountId: string): Promise<boolean>
}
