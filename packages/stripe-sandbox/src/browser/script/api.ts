// The only module of the browser script that sends HTTP requests. The base URL is derived from the script's own URL:
// /dev/stripe/v3/stripe.js calls /dev/stripe/v1/….

export interface ApiError {
  type: string
  code?: string
  decline_code?: string
  message: string
  param?: string
  payment_intent?: Intent
  setup_intent?: Intent
}

export interface Intent {
  id: string
  object: "payment_intent" | "setup_intent"
  status: string
  client_secret: string
  next_action: { type: string } | null
  last_payment_error?: ApiError | null
  last_setup_error?: ApiError | null
}

export interface Answer<T> {
  value?: T
  error?: ApiError
}

const script = document.currentScript ?? document.querySelector('script[src*="/v3/stripe.js"]')
const base = new URL(
  "..",
  script?.getAttribute("src") ? new URL(script.getAttribute("src") ?? "", location.href) : location.href,
)

export class BrowserApi {
  constructor(
    private readonly key: string,
    private readonly account?: string,
  ) {}

  post<T>(path: string, params: object): Promise<Answer<T>> {
    const body = new URLSearchParams(flatten(params))
    return this.send<T>(path, { method: "POST", body })
  }

  get<T>(path: string, params: object): Promise<Answer<T>> {
    return this.send<T>(`${path}?${new URLSearchParams(flatten(params))}`, { method: "GET" })
  }

  private async send<T>(path: string, init: RequestInit): Promise<Answer<T>> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.key}` }
    if (this.account) headers["stripe-account"] = this.account
    try {
      const response = await fetch(new URL(`v1${path}`, base), { ...init, headers, credentials: "omit" })
      const body = await response.json()
      return response.ok ? { value: body } : { error: body.error }
    } catch {
      const message = "We could not reach the card sandbox. Check your connection and try again."
      return { error: { type: "api_connection_error", message } }
    }
  }
}

/** Flattens nested values to bracketed names, as Stripe's form bodies have them. */
function flatten(value: object, prefix = ""): [string, string][] {
  return Object.entries(value).flatMap(([name, inner]): [string, string][] => {
    if (inner === undefined || inner === null) return []
    const key = prefix ? `${prefix}[${name}]` : name
    return typeof inner === "object" ? flatten(inner, key) : [[key, String(inner)]]
  })
}
