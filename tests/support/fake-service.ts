import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export type Seen = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage["headers"]
  body: string
}
export type Answer = (response: ServerResponse, seen: Seen) => void

export type Fake = {
  url: string
  /** All requests received, in order. */
  seen: Seen[]
  /** Sets the responses to the next requests: one each, and the last one for all that follow. */
  answers(...answers: Answer[]): void
  close(): Promise<void>
}

/** Starts a local server in place of a provider, with the responses that a test sets, good or bad. */
export async function startFake(): Promise<Fake> {
  const seen: Seen[] = []
  let queue: Answer[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://stand-in")
    let body = ""
    for await (const chunk of request) body += chunk
    const { method = "GET", headers } = request
    const it = { method, path: url.pathname, query: url.searchParams, headers, body }
    seen.push(it)
    const answer = queue.length > 1 ? queue.shift() : queue[0]
    if (answer) answer(response, it)
    else response.writeHead(501).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answers: (...answers) => {
      queue = answers
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))

export const status = (code: number, headers: Record<string, string> = {}): Answer => json({}, code, headers)

/** Accepts the request and never responds. */
export const silence: Answer = () => undefined

/** Sends the head and half of the body, then nothing more. */
export const half =
  (body: unknown): Answer =>
  (response) => {
    const text = JSON.stringify(body)
    response.writeHead(200, { "content-type": "application/json", "content-length": String(text.length) })
    response.write(text.slice(0, text.length / 2))
  }

/** Closes the connection in the middle of the body. */
export const cut =
  (body: unknown): Answer =>
  (response) => {
    const text = JSON.stringify(body)
    response.writeHead(200, { "content-type": "application/json", "content-length": String(text.length) })
    response.write(text.slice(0, text.length / 2), () => response.destroy())
  }

export const garbage: Answer = (response) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<html>Welcome to the hotel's wifi</html>")

/** Forwards the request to a real provider, and returns its response. */
export const forwardTo =
  (base: string): Answer =>
  (response, seen) =>
    void forward(base, seen).then(async (answer) =>
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text()),
    )

export function forward(base: string, { method, path, query, headers, body }: Seen): Promise<Response> {
  const passed = ["authorization", "content-type", "idempotency-key", "stripe-account"]
  const sent = passed.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))
  const search = query.size > 0 ? `?${query}` : ""
  return fetch(`${base}${path}${search}`, {
    method,
    headers: Object.fromEntries(sent),
    ...(body ? { body } : {}),
  })
}

/** Returns one of the provider's own errors for requests that `picks` selects, and forwards all others. */
export const rejecting =
  (picks: (seen: Seen) => boolean, error: Record<string, string>, status: number, base: string): Answer =>
  (response, seen) =>
    (picks(seen) ? json({ error }, status) : forwardTo(base))(response, seen)
