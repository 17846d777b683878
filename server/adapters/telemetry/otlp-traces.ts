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
  /** The collector's URL; the path for traces is appended. */
  endpoint: string
  headers: Record<string, string>
  /** Share of new traces that are recorded; a trace that continues another one follows its decision. */
  ratio: number
  service: string
}

const EXPORT_TIMEOUT_MS = 5_000
const SEND_EVERY_MS = 2_000

/**
 * Registers OpenTelemetry's SDK, which sends traces over OTLP/HTTP, and returns a function that closes it. At most
 * 2,048 spans wait in memory and more are dropped, so a collector that is down or slow delays nobody.
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
      // Identifies one of several processes: in a container the host name is the container's.
      "service.instance.id": `${hostname()}:${process.pid}`,
    }),
    // The trace of a request has the request's id.
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
