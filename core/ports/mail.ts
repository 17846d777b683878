export type EmailMessage = {
  /** Identifies the email, so that a job that runs twice sends it once if the transport can deduplicate. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where mail programs POST to unsubscribe from this kind of email (RFC 8058); undefined if it is always sent. */
  readonly unsubscribeUrl?: string
}

export interface Mail {
  /** The site's own URL, without a trailing slash: links in emails begin with it. */
  readonly siteUrl: string
  /** Sends one email. Throws if the transport does not accept it; the job then retries. */
  send(message: EmailMessage): Promise<void>
}
