import { SpanKind } from "@opentelemetry/api"
import pTimeout, { TimeoutError } from "p-timeout"
import { withSpan } from "#core/spans.ts"
import { CircuitBreaker, ProviderError } from "../resilience.ts"

export type CloudinaryPatience = { timeoutMs?: number; failures?: number; openMs?: number }

const PROVIDER = "Cloudinary"
const DEADLINE_MS = 30_000

/**
 * Runs calls of Cloudinary's library with a deadline and a circuit breaker, and turns its various errors into one kind:
 * some are plain objects with a status, some are wrapped twice, and a truncated response causes no error at all.
 */
export function cloudinaryCalls({ timeoutMs, failures = 5, openMs = 30_000 }: CloudinaryPatience) {
  const breaker = new CircuitBreaker({ provider: PROVIDER, failures, openMs })
  const deadlineMs = timeoutMs ? timeoutMs * 1.5 : DEADLINE_MS
  return <T>(operation: () => Promise<T>): Promise<T> =>
    withSpan(PROVIDER, { kind: SpanKind.CLIENT }, () =>
      breaker.run(() =>
        pTimeout(operation(), { milliseconds: deadlineMs }).catch((error: unknown) =>
          Promise.reject(failure(error)),
        ),
      ),
    )
}

/** 408, 420 (Cloudinary's own "too many"), 429 and 499 (the library's timeout) count as no response. */
const PASSING = [408, 420, 429, 499]

function failure(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof TimeoutError) return new ProviderError(PROVIDER, "timed out", true)
  const { error: inner, http_code: code } = error as { error?: { http_code?: number }; http_code?: number }
  const status = code ?? inner?.http_code
  if (!status) return new ProviderError(PROVIDER, "cannot be reached", true)
  const isRejection = status >= 400 && status < 500 && !PASSING.includes(status)
  return new ProviderError(PROVIDER, `answered ${status}`, !isRejection)
}
