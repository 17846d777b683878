/** Hashes and checks passwords; both take about as long whatever they are given. */
export interface Passwords {
  /** Throws `invalid` of the field `password` for one that nobody may choose here. */
  hash(password: string): Promise<string>
  /** Against no hash (nobody has that email) it does the same work, and answers false. */
  verify(password: string, hash: string | null): Promise<boolean>
}
