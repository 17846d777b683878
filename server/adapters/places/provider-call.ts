import { SpanKind } from "@opentelemetry/api"
import { withSpan } from "#core/spans.ts"
import { CircuitBreaker, retry } from "../resilience.ts"

export type ProviderSettings = {
  /** The provider's URL; tests point it at a fake. */
  baseUrl?: string
  timeoutMs?: number
  attempts?: number
  baseDelayMs?: number
  /** How many failures in a row open the circuit, and for how long it stays open. */
  breakerFailures?: number
  breakerOpenMs?: number
}

export const DEFAULT_TIMEOUT_MS = 4000

/**
 * Calls one provider, up to three times each, within the provider's own circuit breaker, which counts a call once,
 * including its retries.
 */
export function providerCalls(provider: string, settings: ProviderSettings) {
  const breaker = new CircuitBreaker({
    provider,
    failures: settings.breakerFailures ?? 5,
    openMs: settings.breakerOpenMs ?? 30_000,
  })
  const { attempts = 3, baseDelayMs = 200 } = settings
  return <T>(operation: () => Promise<T>): Promise<T> =>
    withSpan(provider, { kind: SpanKind.CLIENT }, () =>
      breaker.run(() => retry(operation, { attempts, baseDelayMs, maxDelayMs: 2000 })),
    )
}
