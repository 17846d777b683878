/** The site's origin and host, as the requesting browser sees them; a passkey is bound to its host. */
export type PasskeySite = { readonly origin: string; readonly host: string }

/** A stored passkey: its id and public key in base64url. */
export type PasskeyCredential = {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

/** Whether we issued the challenge in the browser's response and nobody has used it. Marks it as used. */
export type SpendChallenge = (challenge: string) => Promise<boolean>

/**
 * WebAuthn. The authenticator must verify the person each time (fingerprint, face, PIN), so a passkey covers two
 * factors: something the person has, and something they are or know. Options and responses are the browser's own JSON.
 */
export interface Passkeys {
  /** The options with which the browser creates a passkey. */
  creationOptions(
    site: PasskeySite,
    person: {
      userId: string
      email: string
      name: string
      challenge: Uint8Array
      known: readonly PasskeyCredential[]
    },
  ): Promise<Record<string, unknown>>
  /** The new passkey in the browser's response; null if it is not for this site or this challenge. */
  readNew(site: PasskeySite, answer: unknown, spend: SpendChallenge): Promise<PasskeyCredential | null>
  /** The options with which the browser uses any passkey of this site. */
  requestOptions(site: PasskeySite, challenge: Uint8Array): Promise<Record<string, unknown>>
  /** The passkey's id in a response that is not verified yet; null if the response is malformed. */
  credentialIdOf(answer: unknown): string | null
  /** The passkey's new counter; null if the response does not match this passkey, site and challenge. */
  checkUse(
    site: PasskeySite,
    answer: unknown,
    known: PasskeyCredential,
    spend: SpendChallenge,
  ): Promise<{ counter: number } | null>
}
