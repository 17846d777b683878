import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api"
import { redacted } from "./redacted.ts"

/** Not kept by us: the API remembers which SDK it has, and an SDK may be registered later or closed. */
export const tracer = (): Tracer => trace.getTracer("pushcart")

/**
 * Runs `work` in a span that ends when `work` has ended. What `work` throws marks the span as failed and is thrown.
 * `parent` is the trace to continue, by default the current one. A span carries words of ours and numbers, never a
 * query string, a name, an address or a key. Where no SDK is registered, the API's span does nothing.
 */
export function withSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
  parent: Context = context.active(),
): Promise<T> {
  return tracer().startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      // Not `recordException`: messages are written for the person they are about.
      const { code, name } = redacted(error) as Error & { code?: unknown }
      failSpan(span, String(code ?? name))
      throw error
    } finally {
      span.end()
    }
  })
}

/** Marks a span as failed, with the kind of the failure: an error's code or class, or a status. */
export function failSpan(span: Span, kind: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute("error.type", kind)
}

/** The parent that a stored W3C `traceparent` names; without one, a span begins a trace of its own. */
export const parentFrom = (traceparent: string | null | undefined): Context =>
  propagation.extract(ROOT_CONTEXT, { traceparent })

/** The W3C `traceparent` of a span, to be stored; null where nothing is traced. */
export function traceparentOf(span: Span): string | null {
  const carrier: { traceparent?: string } = {}
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier)
  return carrier.traceparent ?? null
}
