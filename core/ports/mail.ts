export type Letter = {
  /** Names the letter so that a job run twice sends it once where the transport can tell. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Sends one letter. Throws when it could not be handed over; the job is then tried again. */
export interface Mail {
  send(letter: Letter): Promise<void>
}
