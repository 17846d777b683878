/** One person at an installation, over HTTP alone: the API, the pages' forms, and the card provider's API. */
export interface Visitor {
  /** The cookies that a browser would send. */
  readonly cookies: Record<string, string>
  /** Calls the API. Throws the response's text when it is not a success. */
  api<A = unknown>(method: string, path: string, body?: unknown, key?: string): Promise<A>
  /** Requests a page and returns the response. */
  open(path: string): Promise<Response>
  /** Sends a form of a page without following the redirect. */
  send(path: string, fields: Record<string, string | Blob>): Promise<Response>
}

/** A visitor with new cookies, or with the cookies that were stored for them. */
export function visitor(url: string, cookies: Record<string, string> = {}): Visitor {
  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set(
      "Cookie",
      Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join("; "),
    )
    if (init.method && init.method !== "GET") headers.set("Origin", url)
    const response = await fetch(new URL(path, url), { ...init, headers, redirect: "manual" })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value && !/max-age=0/i.test(cookie)) cookies[name] = value
      else delete cookies[name]
    }
    return response
  }
  return {
    cookies,
    async api<A>(method: string, path: string, body?: unknown, key?: string): Promise<A> {
      const isForm = body instanceof FormData
      const headers = {
        ...(key ? { "Idempotency-Key": key } : {}),
        ...(body && !isForm ? { "Content-Type": "application/json" } : {}),
      }
      const content = isForm ? body : JSON.stringify(body)
      const response = await call(`/api/v1${path}`, { method, headers, ...(body ? { body: content } : {}) })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
      return JSON.parse(text) as A
    },
    open: (path) => call(path),
    send(path, fields) {
      const hasFile = Object.values(fields).some((value) => typeof value !== "string")
      const body = hasFile ? formOf(fields) : new URLSearchParams(fields as Record<string, string>)
      return call(path, { method: "POST", body })
    },
  }
}

/** Builds a multipart form from these fields. */
export function formOf(fields: Record<string, string | Blob | readonly Blob[]>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, one as string)
  return form
}

/** Calls the card provider as a browser does, through the installation's URL and with the publishable key. */
export async function atCardProvider(url: string, path: string, fields: Record<string, string>) {
  const response = await fetch(`${url}/dev/stripe${path}`, {
    method: "POST",
    headers: { Authorization: "Bearer pk_test_sandbox" },
    body: new URLSearchParams(fields),
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  return (await response.json()) as { id: string; status?: string }
}

export type Payment = { secret: string; checkoutId: string; total: number }

/** Goes from the cart to an open payment. */
export const beginPayment = (customer: Visitor) =>
  customer.api<Payment>("POST", "/pay/paymentIntent", { value: 0 })

/** Confirms a payment by card, as the card form in the browser does. */
export async function confirmCard(url: string, { secret }: Payment): Promise<void> {
  const card = await atCardProvider(url, "/v1/payment_methods", {
    type: "card",
    "card[number]": "4242424242424242",
    "card[exp_month]": "12",
    "card[exp_year]": "2044",
    "card[cvc]": "123",
  })
  const [payment] = secret.split("_secret_")
  await atCardProvider(url, `/v1/payment_intents/${payment}/confirm`, {
    client_secret: secret,
    payment_method: card.id,
    return_url: "https://example.test/paid",
  })
}

const PATIENCE_MS = 60_000
const POLL_MS = 100

/** Polls until there is a result. On timeout, fails with the name of the condition. */
export async function until<A>(
  what: string | (() => string),
  look: () => Promise<A | false | undefined | null>,
) {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline)
      throw new Error(`Waited in vain for ${typeof what === "string" ? what : what()}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
