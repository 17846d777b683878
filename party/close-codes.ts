/** A ticket that may not come in, though its signature is right: it was used before. */
export const TICKET_REFUSED = 4401
/** The ticket's time is over: the client comes back at once with a fresh one. */
export const TICKET_EXPIRED = 4408
