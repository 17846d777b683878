/** The parameter of a client's first connection: how long ago its page's data was read, in milliseconds. */
export const PAGE_AGE = "age"

/** Sent to one socket in place of a message's type: something happened after its page's data was loaded. */
export const RESYNC = "resync"
