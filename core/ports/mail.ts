export type EmailMessage = {
  /** Names the email so that a job run twice sends it once where the transport can tell. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where a mail program's own button stops emails of this kind, by a POST (RFC 8058); none of what is always sent. */
  readonly unsubscribeUrl?: string
}

export interface Mail {
  /** The site's own address, without a slash at its end: links in emails begin with it. */
  readonly siteUrl: string
  /** Sends one email. Throws when it could not be handed over; the job is then tried again. */
  send(message: EmailMessage): Promise<void>
}
