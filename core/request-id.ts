/**
 * A request's id is also the id of its trace, by the W3C's form: 32 hexadecimal digits. So an event's `traceparent`
 * carries it to the jobs, whether or not anything is traced.
 */
export const newRequestId = (): string => crypto.randomUUID().replaceAll("-", "")

/** A `traceparent` for what nothing traces: its span is nobody's, and it says that it was not sampled. */
export const untraced = (requestId: string): string => `00-${requestId}-${newRequestId().slice(16)}-00`

/** The id in a `traceparent`; undefined where there is none. */
export const requestIdIn = (traceparent: string | null | undefined): string | undefined =>
  /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent ?? "")?.[1]
