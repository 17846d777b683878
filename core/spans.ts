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

/** Called each time instead of being stored, because an SDK may be registered or closed later. */
export const tracer = (): Tracer => trace.getTracer("pushcart")

/**
 * Runs `work` in a span that ends when `work` has ended. An error that `work` throws marks the span as failed and is
 * rethrown. `parent` is the trace to continue, by default the current one. A span has constant texts and numbers, never
 * a query string, a name, an address or a key. If no SDK is registered, the span does nothing.
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
      // Not `recordException`: error messages are written for the person they are about.
      const { code, name } = redacted(error) as Error & { code?: unknown }
      failSpan(span, String(code ?? name))
      throw error
    } finally {
      span.end()
    }
  })
}

/** Marks a span as failed, with the kind of failure: an error's code or class, or a status. */
export function failSpan(span: Span, kind: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute("error.type", kind)
}

/** Returns the parent span of a stored W3C `traceparent`; without one, a span starts a new trace. */
export const parentFrom = (traceparent: string | null | undefined): Context =>
  propagation.extract(ROOT_CONTEXT, { traceparent })

/** Returns the W3C `traceparent` of a span, to be stored; null if nothing is traced. */
export function traceparentOf(span: Span): string | null {
  const carrier: { traceparent?: string } = {}
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier)
  return carrier.traceparent ?? null
}
