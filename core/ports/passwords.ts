/** Hashes and checks passwords; both take about the same time for any input. */
export interface Passwords {
  /** Throws `invalid` on the field `password` for a password that is not allowed here. */
  hash(password: string): Promise<string>
  /** With a null hash (nobody has that email) it does the same work and returns false. */
  verify(password: string, hash: string | null): Promise<boolean>
}
