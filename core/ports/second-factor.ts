/** The codes of an authenticator app (RFC 6238), which admins need in addition to their password. */
export interface SecondFactor {
  /** False in a demo, where the admin's login is printed on the start page. */
  readonly required: boolean
  /** Creates a secret: `secret` is encrypted for storage, `uri` (otpauth://) is for the app. */
  create(account: string): Promise<{ secret: string; uri: string }>
  /** Whether the code is valid for the stored secret, now or within one period before or after. */
  verify(code: string, secret: string): Promise<boolean>
}
