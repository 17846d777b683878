import type { Role } from "#core/identity/roles.ts"

/** The cookies to send to a browser, each a whole Set-Cookie value. */
export type SetCookies = readonly string[]

/** A browser, with the accounts that have signed in on it. */
export type KnownDevice = { readonly id: string; readonly userIds: readonly string[] }

/** Manages sign-in sessions. Each browser has one session, bound to one role, for eight hours. */
export interface Sessions {
  /**
   * Opens a session for a person whose password (and second factor) or passkey was checked; it replaces the browser's
   * current session. The browser is remembered as one of theirs.
   */
  open(request: Request, person: { userId: string; role: Role }): Promise<SetCookies>
  /** Ends the browser's session, if it has one, and clears every cookie of ours that belongs to it. */
  close(request: Request): Promise<SetCookies>
  /** The session token of a request whose cookie has our signature; the session itself may have ended. */
  token(request: Request): Promise<string | null>
  /** The remembered browser; null if nobody has signed in on it. */
  device(request: Request): KnownDevice | null
  /** Remembers the browser as one of this person's, after they signed in or opened a link that was emailed to them. */
  rememberDevice(request: Request, userId: string): SetCookies
}
