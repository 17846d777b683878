/**
 * A request's id is also its W3C trace id: 32 hexadecimal digits. So an event's `traceparent` carries it to the jobs,
 * even if nothing is traced.
 */
export const newRequestId = (): string => crypto.randomUUID().replaceAll("-", "")

/** Returns a `traceparent` for an untraced request: its span id is random, and it is marked as not sampled. */
export const untraced = (requestId: string): string => `00-${requestId}-${newRequestId().slice(16)}-00`

/** Returns the request's id in a `traceparent`; undefined if there is none. */
export const requestIdIn = (traceparent: string | null | undefined): string | undefined =>
  /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent ?? "")?.[1]
