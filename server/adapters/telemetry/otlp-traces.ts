import { context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { resourceFromAttributes } from "@opentelemetry/resources"
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-base"
import type { SpanFacts, Span as TracedSpan, Traces } from "#core/traces.ts"

export type OtlpSettings = {
  /** The collector's address; the path of traces is added. */
  endpoint: string
  headers: Record<string, string>
  /** Share of new traces that are kept; what goes on with one does as it does. */
  ratio: number
  service: string
}

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

const EXPORT_TIMEOUT_MS = 5_000
const SEND_EVERY_MS = 2_000

/**
 * Traces over OTLP/HTTP. Spans wait in memory, at most 2,048, and are dropped beyond that: a collector that is down or
 * slow costs nobody anything.
 */
export function otlpTraces(settings: OtlpSettings): { traces: Traces; close(): Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/$/, "")}/v1/traces`,
    headers: settings.headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": settings.service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: SEND_EVERY_MS })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const tracer = provider.getTracer("pushcart")
  const traces: Traces = {
    span: (name, facts, work) =>
      tracer.startActiveSpan(name, optionsOf(facts), parentOf(facts), (span) => run(span, work)),
    mark(name, facts) {
      const span = tracer.startSpan(name, optionsOf(facts), parentOf(facts))
      span.end()
      return traceparentOf(span)
    },
  }
  return { traces, close: () => provider.shutdown() }
}

const optionsOf = ({ kind, attributes }: SpanFacts) => ({
  kind: kind ? KINDS[kind] : SpanKind.INTERNAL,
  attributes: { ...attributes },
})

async function run<T>(span: Span, work: (span: TracedSpan) => Promise<T>): Promise<T> {
  const fail = (kind: string) => {
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute("error.type", kind)
  }
  try {
    return await work({
      rename: (name) => void span.updateName(name),
      set: (name, value) => void span.setAttribute(name, value),
      fail,
    })
  } catch (error) {
    // Its kind alone: messages are written for the person they are about.
    const { code, name } = error as { code?: unknown; name?: unknown }
    fail(String(code ?? name ?? "unknown"))
    throw error
  } finally {
    span.end()
  }
}

function parentOf({ parent }: SpanFacts) {
  if (parent === undefined) return context.active()
  const [version, traceId, spanId, flags] = parent?.split("-") ?? []
  if (version !== "00" || !traceId || !spanId) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags ?? "0", 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`
}
