import { type Bridged, bridge, bridgeSocket } from "./bridge.ts"

/** A client's call or a webhook of the sandbox. Two with the same title are different causes. */
export type Cause = { readonly title: string }
/** A request as the sandbox received it, and its response. */
export type RecordedRequest = {
  /** The cause during which it was received. */
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
  /** Waits until the background work of a call is done. */
  readonly settle: () => Promise<void>
}

/**
 * Proxies between server, browser and sandbox, which record the requests to the sandbox. The response to a client's
 * call or a webhook is sent only after all work that it caused is done, so that each request belongs to one cause and
 * the background jobs of two causes never mix.
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
    /** URL for the server, instead of the sandbox's own. */
    apiUrl: api.url.origin,
    /** URL for the sandbox, instead of the server's own. */
    webhookUrl: `${webhooks.url.origin}/webhooks/stripe`,
    /** URL for the client, instead of the server's own. */
    siteUrl: front.url.origin,
    stop: () => Promise.all([front, webhooks, api].map((server) => server.stop(true))),
  }
}

/** Returns query and body as a list sorted by name, because the SDK's order has no meaning for Stripe. */
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
