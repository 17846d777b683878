/** The codes of an authenticator app (RFC 6238), which admins need beside their password. */
export interface SecondFactor {
  /** False in a demo, where the admin's login is printed on the start page. */
  readonly required: boolean
  /** A new secret: as it is kept (encrypted), and as the app reads it (otpauth:// URI). */
  create(account: string): Promise<{ secret: string; uri: string }>
  /** Whether the code is right now, or was or will be within one period, for the secret as it is kept. */
  verify(code: string, secret: string): Promise<boolean>
}
