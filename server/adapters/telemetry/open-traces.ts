import type { Env } from "#server/config/env.ts"

type TraceSettings = Pick<
  Env,
  "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_EXPORTER_OTLP_HEADERS" | "OTEL_TRACES_SAMPLER_ARG"
> & { PROCESS: Env["PROCESS"] | "party" }

/** Reads the trace settings of the rooms' own program. */
export const tracesOf = (variables: Record<string, string | undefined>): TraceSettings => ({
  PROCESS: "party",
  OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_EXPORTER_OTLP_HEADERS: variables.OTEL_EXPORTER_OTLP_HEADERS,
  OTEL_TRACES_SAMPLER_ARG: Number(variables.OTEL_TRACES_SAMPLER_ARG || 1),
})

/**
 * Turns tracing on if a collector is configured, before anything to be traced is opened. OpenTelemetry's SDK takes 0.2
 * s to load, so it is loaded only when used. Returns a function that sends the remaining spans.
 */
export async function openTraces(env: TraceSettings): Promise<() => Promise<void>> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return async () => {}
  const { sendTraces } = await import("./otlp-traces.ts")
  const close = sendTraces({
    endpoint,
    headers: readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS),
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    service: env.PROCESS === "all" ? "pushcart" : `pushcart-${env.PROCESS}`,
  })
  return async () => {
    // A collector that is unreachable must not keep the process from stopping.
    await close().catch(() => undefined)
  }
}

/** OpenTelemetry's own form: name=value, URL-encoded, separated by commas. */
function readHeaders(text = ""): Record<string, string> {
  const pairs = text.split(",").flatMap((pair) => {
    const at = pair.indexOf("=")
    return at > 0 ? [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())] as const] : []
  })
  return Object.fromEntries(pairs)
}
