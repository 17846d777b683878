export type Letter = {
  /** Names the letter so that a job run twice sends it once where the transport can tell. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Mail {
  /** The site's own address, without a slash at its end: links in letters begin with it. */
  readonly siteUrl: string
  /** Sends one letter. Throws when it could not be handed over; the job is then tried again. */
  send(letter: Letter): Promise<void>
}
