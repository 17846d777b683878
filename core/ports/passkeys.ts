/** The site as the browser that asks knows it; a passkey is bound to its host. */
export type PasskeySite = { readonly origin: string; readonly host: string }

/** A passkey as it is kept: its id and public half in base64url. */
export type PasskeyCredential = {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

/** Whether a challenge, as the browser's answer names it, is one that we gave and nobody has used. Uses it up. */
export type SpendChallenge = (challenge: string) => Promise<boolean>

/**
 * WebAuthn. The authenticator must have verified its person each time (fingerprint, face, PIN): a passkey is what
 * somebody has and what they are or know. Options and answers are the browser's own JSON.
 */
export interface Passkeys {
  /** What the browser needs to make a passkey. */
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
  /** The new passkey of the browser's answer; null where it is none of this site or not to this challenge. */
  readNew(site: PasskeySite, answer: unknown, spend: SpendChallenge): Promise<PasskeyCredential | null>
  /** What the browser needs to use any passkey of this site. */
  requestOptions(site: PasskeySite, challenge: Uint8Array): Promise<Record<string, unknown>>
  /** Which passkey an answer is of, before anything of it is checked; null for what is no answer. */
  credentialIdOf(answer: unknown): string | null
  /** The passkey's new counter; null where the answer is not of this passkey, site or challenge. */
  checkUse(
    site: PasskeySite,
    answer: unknown,
    known: PasskeyCredential,
    spend: SpendChallenge,
  ): Promise<{ counter: number } | null>
}
