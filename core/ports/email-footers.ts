/** The footers of emails: the sender and, for emails that can be turned off, an unsubscribe link. */
export interface EmailFooters {
  /** The site operator's address, in one line. */
  readonly postalAddress: string
  /** Returns an unforgeable signature that is safe in a URL. */
  sign(text: string): string
  isSigned(text: string, signature: string): boolean
}
