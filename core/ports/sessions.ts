import type { Role } from "#core/identity/roles.ts"

/** The cookies that a browser is to be sent, each a whole Set-Cookie value. */
export type SetCookies = readonly string[]

/** A browser with the accounts that signed in at it before. */
export type KnownDevice = { readonly id: string; readonly userIds: readonly string[] }

/** Keeps who is signed in at which browser. One session a browser, bound to one role, for eight hours. */
export interface Sessions {
  /**
   * Opens a session for a person whose password (and second factor) or passkey was checked; it replaces the browser's
   * own. The browser is remembered as one of theirs.
   */
  open(request: Request, person: { userId: string; role: Role }): Promise<SetCookies>
  /** Ends the browser's session, if it has one, and clears every cookie of ours that belongs to it. */
  close(request: Request): Promise<SetCookies>
  /** The session token of a request whose cookie is signed by us; it says nothing about whether it still lives. */
  token(request: Request): Promise<string | null>
  /** What the browser is remembered as; null for one at which nobody has signed in. */
  device(request: Request): KnownDevice | null
  /** Remembers the browser as one of this person's: by a session, or by a link that was emailed to them. */
  rememberDevice(request: Request, userId: string): SetCookies
}
