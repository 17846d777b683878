/** The ticket's signature is right, but it was used before. */
export const TICKET_REJECTED = 4401
/** The person signed out, or the session was ended in another way. */
export const SESSION_ENDED = 4403
/** The ticket expired: the client reconnects immediately with a new one. */
export const TICKET_EXPIRED = 4408
/** The session has opened more sockets since: the page reconnects when somebody looks at it again. */
export const TOO_MANY_SOCKETS = 4409
export const TOO_MANY_MESSAGES = 4429
