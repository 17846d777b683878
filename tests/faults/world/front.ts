import type { ServerWebSocket } from "bun"

const CHECK_MS = 250
/** The load balancer's response when no process can be reached. */
const NOBODY = () => new Response("Bad gateway", { status: 502 })

/** A round-robin load balancer over every process that reports healthy, or over all of them when none does. */
export interface Front {
  url: string
  /** How often it had to try another process, because the first one's port was closed. */
  retries(): number
  healthy(): string[]
  stop(): Promise<void>
}

type Upstream = { url: string; isWell: boolean }
type Bridge = { upstream: WebSocket; waiting: string[] }

export function startFront(urls: readonly string[], port: number): Front {
  const upstreams: Upstream[] = urls.map((url) => ({ url, isWell: true }))
  let turn = 0
  let retries = 0
  const inTurn = () => {
    const well = upstreams.filter(({ isWell }) => isWell)
    const all = well.length > 0 ? well : upstreams
    turn += 1
    return [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)]
  }
  const timer = setInterval(() => void Promise.all(upstreams.map(examine)), CHECK_MS)

  async function pass(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const body = request.body ? await request.arrayBuffer() : undefined
    for (const upstream of inTurn()) {
      try {
        const answer = await fetch(upstream.url + pathname + search, {
          method: request.method,
          headers: withoutHop(request.headers),
          body,
          redirect: "manual",
          decompress: false,
        } as RequestInit)
        return new Response(answer.body, { status: answer.status, headers: withoutHop(answer.headers) })
      } catch (error) {
        // Only a request that certainly never arrived is sent again, because any other could be executed twice.
        if (!isRejected(error)) return NOBODY()
        upstream.isWell = false
        retries += 1
      }
    }
    return NOBODY()
  }

  const server = Bun.serve<Bridge, never>({
    port,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    fetch(request, server) {
      if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") return pass(request)
      const { pathname, search } = new URL(request.url)
      const [upstream] = inTurn()
      const headers = { cookie: request.headers.get("cookie") ?? "" }
      const socket = new WebSocket(`${upstream?.url.replace("http", "ws")}${pathname}${search}`, {
        headers,
      } as never)
      return server.upgrade(request, { data: { upstream: socket, waiting: [] } }) ? undefined : NOBODY()
    },
    websocket: { open: connectBridge, message: sendUp, close: ({ data }) => data.upstream.close() },
  })
  return {
    url: `http://localhost:${port}`,
    retries: () => retries,
    healthy: () => upstreams.filter(({ isWell }) => isWell).map(({ url }) => url),
    async stop() {
      clearInterval(timer)
      await server.stop(true)
    },
  }
}

async function examine(upstream: Upstream): Promise<void> {
  const signal = AbortSignal.timeout(2_000)
  const answer = await fetch(`${upstream.url}/api/v1/health`, { signal }).catch(() => undefined)
  await answer?.body?.cancel()
  upstream.isWell = answer?.ok ?? false
}

function isRejected(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return code === "ConnectionRefused" || code === "ECONNREFUSED"
}

function withoutHop(given: Headers): Headers {
  const headers = new Headers(given)
  for (const name of ["connection", "keep-alive", "transfer-encoding"]) headers.delete(name)
  return headers
}

function connectBridge(socket: ServerWebSocket<Bridge>): void {
  const { upstream, waiting } = socket.data
  upstream.onopen = () => {
    for (const message of waiting.splice(0)) upstream.send(message)
  }
  upstream.onmessage = ({ data }) => socket.send(data)
  upstream.onclose = ({ code, reason }) => socket.close(code >= 3000 || code === 1000 ? code : 1012, reason)
}

function sendUp({ data }: ServerWebSocket<Bridge>, message: string | Buffer): void {
  if (data.upstream.readyState === WebSocket.OPEN) data.upstream.send(String(message))
  else data.waiting.push(String(message))
}
