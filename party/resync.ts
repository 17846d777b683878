/** What a client's first connection says: how long ago its page's data was read, in milliseconds. */
export const PAGE_AGE = "age"

/** A room's word to one socket, in place of a message's type: something happened after that page was read. */
export const RESYNC = "resync"
