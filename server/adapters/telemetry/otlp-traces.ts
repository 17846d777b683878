import { hostname } from "node:os"
import { context, propagation, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { W3CTraceContextPropagator } from "@opentelemetry/core"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { resourceFromAttributes } from "@opentelemetry/resources"
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-base"
import { currentRequestId } from "#core/log.server.ts"

export type OtlpSettings = {
  /** The collector's address; the path of traces is added. */
  endpoint: string
  headers: Record<string, string>
  /** Share of new traces that are kept; what goes on with one does as it does. */
  ratio: number
  service: string
}

const EXPORT_TIMEOUT_MS = 5_000
const SEND_EVERY_MS = 2_000

/**
 * Registers OpenTelemetry's SDK, which sends traces over OTLP/HTTP, and returns how to close it. Spans wait in memory,
 * at most 2,048, and are dropped beyond that: a collector that is down or slow costs nobody anything.
 */
export function sendTraces(settings: OtlpSettings): () => Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/$/, "")}/v1/traces`,
    headers: settings.headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      "service.name": settings.service,
      // One of several processes: in a container its host's name is the container's.
      "service.instance.id": `${hostname()}:${process.pid}`,
    }),
    // A trace of a request is named like the request.
    idGenerator: {
      generateTraceId: currentRequestId,
      generateSpanId: new RandomIdGenerator().generateSpanId,
    },
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: SEND_EVERY_MS })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    for (const api of [trace, propagation, context]) api.disable()
    await provider.shutdown()
  }
}
