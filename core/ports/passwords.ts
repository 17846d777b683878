/** Hashes and checks passwords; both take about as long whatever they are given. */
export interface Passwords {
  hash(password: string): Promise<string>
  verify(password: string, hash: string): Promise<boolean>
}
