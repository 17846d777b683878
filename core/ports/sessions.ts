import type { Role } from "#core/context.ts"

/** The cookies that a browser is to be sent, each a whole Set-Cookie value. */
export type SetCookies = readonly string[]

/** Keeps who is signed in at which browser. One session a browser, bound to one role, for eight hours. */
export interface Sessions {
  /** Opens a session for a person whose password (and second factor) was checked; it replaces the browser's own. */
  open(request: Request, person: { userId: string; role: Role }): Promise<SetCookies>
  /** Ends the browser's session, if it has one, and clears every cookie of ours that belongs to it. */
  close(request: Request): Promise<SetCookies>
  /** The session token of a request whose cookie is signed by us; it says nothing about whether it still lives. */
  token(request: Request): Promise<string | null>
}
