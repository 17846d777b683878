/** A ticket that may not come in, though its signature is right: it was used before. */
export const TICKET_REJECTED = 4401
/** The person signed out, or the session was ended otherwise. */
export const SESSION_ENDED = 4403
/** The ticket's time is over: the client comes back at once with a fresh one. */
export const TICKET_EXPIRED = 4408
/** The session has opened more sockets since: a page comes back when somebody looks at it again. */
export const TOO_MANY_SOCKETS = 4409
export const TOO_MANY_MESSAGES = 4429
