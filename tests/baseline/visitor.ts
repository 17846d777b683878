import type { TestServerOptions } from "../support/server.ts"

/**
 * Options of every recorded server: each request may have its own client address, so that rate limits do not interfere.
 */
export const RECORDED_SERVER: TestServerOptions = {
  env: { API_REQUESTS_PER_MINUTE: "1000000" },
}

const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"

export type Answer = { status: number; headers: Headers; text: string }
export type Body = Record<string, unknown> | FormData | URLSearchParams | string | Uint8Array

export type Visitor = ReturnType<typeof aVisitor>

let requests = 0
/** A new address for each request, so that no rate limit is reached. */
const freshAddress = () => {
  requests += 1
  return `198.18.${Math.floor(requests / 250)}.${(requests % 250) + 1}`
}

/** One browser with its cookies. It does not follow redirects, so that each response is recorded. */
export function aVisitor(origin: string) {
  const jar = new Map<string, string>()
  async function send(method: string, path: string, body?: Body, extra: Record<string, string> = {}) {
    const headers = new Headers({
      "user-agent": BROWSER,
      "accept-encoding": "identity",
      "x-forwarded-for": freshAddress(),
    })
    if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "))
    if (method !== "GET") headers.set("origin", origin)
    const isJson = body !== undefined && isPlain(body)
    if (isJson) headers.set("content-type", "application/json")
    for (const [name, value] of Object.entries(extra)) headers.set(name, value)
    const response = await fetch(new URL(path, origin), {
      method,
      headers,
      redirect: "manual",
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
    })
    for (const cookie of response.headers.getSetCookie()) keep(cookie)
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    } satisfies Answer
  }

  function keep(cookie: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (value === "" || /max-age=0/i.test(cookie)) jar.delete(name)
    else jar.set(name, value)
  }

  return {
    jar,
    send,
    get: (path: string) => send("GET", path),
    /** Posts fields as a page's form does. */
    post: (path: string, fields: Record<string, string>) =>
      send("POST", path, new URLSearchParams(fields), { accept: "text/html" }),
  }
}

const isPlain = (body: Body) => Object.getPrototypeOf(body) === Object.prototype
