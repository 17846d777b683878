import { type Bridged, bridge, bridgeSocket } from "./bridge.ts"

/** A call of the client or a webhook of the sandbox; two of one title are two. */
export type Cause = { readonly title: string }
/** A request as the sandbox received it, and what it answered. */
export type RecordedRequest = {
  /** During which it came. */
  readonly cause: Cause
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly parameters: readonly (readonly [name: string, value: string])[]
  status: number
}

type WebhookEvent = { readonly type: string; readonly data: { readonly object: { readonly id: string } } }
type Options = {
  readonly sandbox: () => string
  readonly site: () => string
  /** Waits until the background work that a call has caused is done. */
  readonly settle: () => Promise<void>
}

/**
 * Three addresses between the three programs. What the server and the browser ask of the sandbox is written down. A
 * client's call and a webhook of the sandbox are answered only when nothing of what they caused is left to do: so each
 * request belongs to one of them, and the background jobs of two never mix.
 */
export function startRecorder({ sandbox, site, settle }: Options) {
  const requests: RecordedRequest[] = []
  let cause: Cause = { title: "the start" }
  const serve = (fetch: (request: Request) => Promise<Response>) =>
    Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 120, fetch })
  const held = async (title: string, request: Request, body: Uint8Array<ArrayBuffer>) => {
    cause = { title }
    const response = await bridge(request, site(), body)
    if (request.method !== "GET") await settle()
    return response
  }
  const api = serve(async (request) => {
    const body = await request.bytes()
    const { method, headers } = request
    const { pathname: path } = new URL(request.url)
    const recorded = {
      cause,
      method,
      path,
      headers,
      parameters: await parametersOf(request, body),
      status: 0,
    }
    requests.push(recorded)
    const response = await bridge(request, sandbox(), body)
    recorded.status = response.status
    return response
  })
  const webhooks = serve(async (request) => {
    const body = await request.bytes()
    const { type, data } = JSON.parse(new TextDecoder().decode(body)) as WebhookEvent
    return held(`webhook ${type} of ${data.object.id}`, request, body)
  })
  const front = Bun.serve<Bridged, never>({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 120,
    websocket: bridgeSocket,
    async fetch(request, server) {
      const { pathname, search } = new URL(request.url)
      const cookie = request.headers.get("cookie") ?? ""
      if (request.headers.has("upgrade")) {
        const url = `${site().replace(/^http/, "ws")}${pathname}${search}`
        return server.upgrade(request, { data: { url, cookie } })
          ? undefined
          : new Response(null, { status: 400 })
      }
      const isOwn = pathname.startsWith("/dev/stripe")
      return held(
        isOwn ? "the client itself" : `${request.method} ${pathname}`,
        request,
        await request.bytes(),
      )
    },
  })
  return {
    requests,
    /** For the server, instead of the sandbox's own. */
    apiUrl: api.url.origin,
    /** For the sandbox, instead of the server's own. */
    webhookUrl: `${webhooks.url.origin}/webhooks/stripe`,
    /** For the client, instead of the server's own. */
    siteUrl: front.url.origin,
    stop: () => Promise.all([front, webhooks, api].map((server) => server.stop(true))),
  }
}

/** Query and body as a list, sorted by name: the order in which the SDK writes them means nothing to Stripe. */
async function parametersOf(
  request: Request,
  body: Uint8Array<ArrayBuffer>,
): Promise<RecordedRequest["parameters"]> {
  const { searchParams } = new URL(request.url)
  const sent =
    body.length === 0 ? [] : [...(await new Response(body, { headers: request.headers }).formData())]
  return [...searchParams, ...sent.map(([name, value]) => [name, asText(value)] as const)].sort(([a], [b]) =>
    a < b ? -1 : Number(a > b),
  )
}

const asText = (value: FormDataEntryValue): string =>
  typeof value === "string" ? value : `(a file ${value.name}, ${value.type})`
