import type { z } from "zod"

/**
 * A provider failed or sent an unexpected response. The message names provider and reason only, since request URLs
 * contain keys and people's home addresses.
 */
export class ProviderError extends Error {
  override readonly name = "ProviderError"
  constructor(
    readonly provider: string,
    readonly reason: string,
    /** Whether a retry may help (timeouts, 429, 5xx, garbage) or not (wrong key, rejected request). */
    readonly isTransient: boolean,
    /** The delay that the provider requested. */
    readonly retryAfterMs?: number,
  ) {
    super(`${provider}: ${reason}`)
  }
}

export type RetryOptions = {
  attempts: number
  baseDelayMs: number
  /** The longest delay; if the provider requests a longer one, the attempts end. */
  maxDelayMs: number
  sleep?: (ms: number) => Promise<void>
  random?: () => number
}

/**
 * Repeats a safe operation while it fails transiently, with full jitter: each delay is random between zero and a bound
 * that doubles, so that many callers do not retry at the same time. Throws the last error.
 */
export async function retry<T>(operation: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { attempts, baseDelayMs, maxDelayMs, sleep = wait, random = Math.random } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await operation()
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.isTransient || attempt >= attempts) throw error
      const asked = error.retryAfterMs ?? 0
      if (asked > maxDelayMs) throw error
      const jittered = random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1))
      await sleep(Math.max(asked, jittered))
    }
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

export type BreakerOptions = {
  provider: string
  /** How many transient failures in a row open the circuit. */
  failures: number
  /** How long an open circuit rejects calls before it lets one attempt. */
  openMs: number
  now?: () => number
}

/** Stops calling a provider that is down, so that nobody waits for its timeouts. */
export class CircuitBreaker {
  private failed = 0
  private openUntil = 0
  private isProbing = false

  constructor(private readonly options: BreakerOptions) {}

  /** Runs the operation, or throws a ProviderError immediately while the circuit is open. */
  async run<T>(operation: () => Promise<T>): Promise<T> {
    const { provider, now = Date.now } = this.options
    const isTripped = this.failed >= this.options.failures
    if (isTripped && (this.isProbing || now() < this.openUntil)) {
      throw new ProviderError(provider, "circuit open", false)
    }
    this.isProbing = isTripped
    try {
      const result = await operation()
      this.failed = 0
      return result
    } catch (error) {
      this.record(error)
      throw error
    } finally {
      if (isTripped) this.isProbing = false
    }
  }

  /** A rejection counts as a success: the provider is up, only this request was wrong. */
  private record(error: unknown) {
    const { failures, openMs, now = Date.now } = this.options
    const isDown = error instanceof ProviderError ? error.isTransient : true
    this.failed = isDown ? this.failed + 1 : 0
    if (this.failed >= failures) this.openUntil = now() + openMs
  }
}

export type JsonRequest<S extends z.ZodType> = {
  provider: string
  url: URL
  init?: RequestInit
  timeoutMs: number
  /** The part of the response that is needed; a response without it is invalid. */
  schema: S
  /** Error statuses whose body is read like a 200's. */
  alsoReads?: readonly number[]
}

/** None of the responses we expect is larger. */
const MAX_BODY_BYTES = 4 * 1024 * 1024

/**
 * Sends one request for JSON with a deadline over headers and body. Throws only ProviderError: transient for network
 * failures, timeouts, 429, 5xx and bodies that do not match the schema.
 */
export async function fetchJson<S extends z.ZodType>(request: JsonRequest<S>): Promise<z.infer<S>> {
  const { provider, url, init, timeoutMs, schema, alsoReads = [] } = request
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { ...init, signal, redirect: "error" }).catch((error: unknown) => {
    throw failure(provider, error)
  })
  if (!response.ok && !alsoReads.includes(response.status)) {
    await response.body?.cancel().catch(() => undefined)
    throw rejection(provider, response)
  }
  const text = await response.text().catch((error: unknown) => {
    throw failure(provider, error)
  })
  const parsed = text.length > MAX_BODY_BYTES ? undefined : schema.safeParse(jsonOf(text))
  if (!parsed?.success) throw new ProviderError(provider, "answered with something else", true)
  return parsed.data
}

function failure(provider: string, error: unknown): ProviderError {
  const isTimeout = error instanceof Error && error.name === "TimeoutError"
  return new ProviderError(provider, isTimeout ? "timed out" : "cannot be reached", true)
}

function rejection(provider: string, response: Response): ProviderError {
  const isTransient = response.status === 429 || response.status >= 500
  return new ProviderError(provider, `answered ${response.status}`, isTransient, retryAfterOf(response))
}

/** Reads seconds only: the date form would rely on the provider's clock. */
function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
