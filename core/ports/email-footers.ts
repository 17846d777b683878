/** For what stands under emails: who sends them and, where they can be turned off, a link that stops them. */
export interface EmailFooters {
  /** Of the site's operator, in one line. */
  readonly postalAddress: string
  /** A signature that nobody else can make, safe in an address. */
  sign(text: string): string
  isSigned(text: string, signature: string): boolean
}
