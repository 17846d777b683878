/** The tabs of one browser each have a socket: beyond this number the oldest socket is closed. */
export const MOST_SOCKETS = 10
/** A page sends "ping" twice a minute. */
export const MOST_MESSAGES_A_SECOND = 20

/** Counts the messages of one socket: false for each one too many within a second. `now` in milliseconds. */
export function messageLimit(): (now?: number) => boolean {
  let since = Number.NEGATIVE_INFINITY
  let count = 0
  return (now = Date.now()) => {
    if (now - since >= 1_000) {
      since = now
      count = 0
    }
    count += 1
    return count <= MOST_MESSAGES_A_SECOND
  }
}
