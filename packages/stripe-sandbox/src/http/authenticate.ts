import type { Settings } from "../settings.ts"
import { invalidRequest, type StripeError } from "./errors.ts"

export type Key = "secret" | "publishable"

/** Returns which key a request carries: as a bearer token, a basic user name, or a browser form's `key`. */
export function authenticate(settings: Settings, header: string | undefined, formKey: unknown): Key {
  const key = bearer(header) ?? (typeof formKey === "string" ? formKey : null)
  if (!key) throw unauthorized("You did not provide an API key.")
  if (/^(sk|rk|pk)_live_/.test(key)) {
    throw unauthorized("This is a sandbox: it rejects live keys, so that no real key is ever spent on it.")
  }
  if (key === settings.secretKey) return "secret"
  if (key === settings.publishableKey) return "publishable"
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`)
}

function bearer(header: string | undefined): string | null {
  if (!header) return null
  const [scheme = "", value = ""] = header.split(" ")
  if (scheme.toLowerCase() === "bearer") return value
  if (scheme.toLowerCase() === "basic") return atob(value).split(":")[0] ?? null
  return null
}

function unauthorized(message: string): StripeError {
  return invalidRequest(message, {}, 401)
}

export function needsSecretKey(): StripeError {
  return invalidRequest(
    "This API call cannot be made with a publishable API key. Please use a secret API key.",
    { code: "secret_key_required" },
    403,
  )
}
