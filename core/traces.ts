/** What a span may say: words of ours and numbers. Never a query string, a name, an address or a key. */
export type SpanFacts = {
  readonly kind?: "server" | "client" | "producer" | "consumer"
  /** A W3C `traceparent` to go on with; null begins a trace of its own. Left out, it is a part of what is going on. */
  readonly parent?: string | null
  readonly attributes?: Readonly<Record<string, string | number>>
}

/** A piece of work under way. */
export type Span = {
  rename(name: string): void
  set(name: string, value: string | number): void
  fail(kind: string): void
}

/** Where spans go. */
export type Traces = {
  span<T>(name: string, facts: SpanFacts, work: (span: Span) => Promise<T>): Promise<T>
  /** Writes down a moment, and answers its `traceparent` for whatever goes on from it elsewhere. */
  mark(name: string, facts: SpanFacts): string
}

const NO_SPAN: Span = { rename() {}, set() {}, fail() {} }

/** A process has one, like a log: what is measured is no business of the commands that are measured. */
let traces: Traces | null = null

/** Turns traces on for this process; with null, off. */
export function setTraces(opened: Traces | null): void {
  traces = opened
}

export const isTraced = (): boolean => traces !== null

/** Does `work` as a span of the trace that is going on. Where nothing is traced it costs a call. */
export function traced<T>(name: string, facts: SpanFacts, work: (span: Span) => Promise<T>): Promise<T> {
  return traces ? traces.span(name, facts, work) : work(NO_SPAN)
}

/** A moment of the trace that is going on: its `traceparent`, null where nothing is traced. */
export const marked = (name: string, facts: SpanFacts): string | null => traces?.mark(name, facts) ?? null
