import { timingSafeEqual } from "node:crypto"
import { collectDefaultMetrics, Registry } from "prom-client"

/** A registry with every process's metrics: CPU, memory, delay of the event loop, open files. */
export function openRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: "pushcart_" })
  return registry
}

type MetricsRequest = {
  authorization: string | null | undefined
  /** METRICS_TOKEN; without it there are no metrics. */
  token: string | undefined
  registry: Registry
  /** Reads the values that are not counted continuously. */
  fill(): Promise<void> | void
}

/** The response to `GET /metrics`, for requests with `Authorization: Bearer METRICS_TOKEN`. */
export async function answerMetrics({
  authorization,
  token,
  registry,
  fill,
}: MetricsRequest): Promise<Response> {
  if (!token) return new Response("404 Not Found", { status: 404 })
  if (!isBearer(authorization, token))
    return new Response("Unauthorized", { status: 401, headers: { "www-authenticate": "Bearer" } })
  await fill()
  const headers = { "content-type": registry.contentType, "cache-control": "no-store" }
  return new Response(await registry.metrics(), { headers })
}

function isBearer(header: string | null | undefined, token: string): boolean {
  const given = Buffer.from(header ?? "")
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
