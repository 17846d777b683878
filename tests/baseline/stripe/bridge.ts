import type { WebSocketHandler } from "bun"

/** Forwards a request to another address and returns its response unchanged. */
export async function bridge(
  request: Request,
  target: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  for (const name of ["host", "connection", "accept-encoding", "content-length"]) headers.delete(name)
  const response = await fetch(`${target}${pathname}${search}`, {
    method: request.method,
    headers,
    redirect: "manual",
    ...(body.length > 0 ? { body } : {}),
  })
  const answered = new Headers(response.headers)
  // The body has been decompressed here.
  for (const name of ["content-encoding", "content-length"]) answered.delete(name)
  return new Response(await response.bytes(), { status: response.status, headers: answered })
}

/** The target of a socket, and the cookies to send. */
export type Bridged = {
  readonly url: string
  readonly cookie: string
  onward?: WebSocket
  waiting?: string[]
}

/** Forwards text in both directions. */
export const bridgeSocket: WebSocketHandler<Bridged> = {
  open(socket) {
    const { url, cookie } = socket.data
    // The types are those of a browser, which sends its cookies automatically.
    const onward = new WebSocket(url, { headers: { cookie } } as never)
    const waiting: string[] = []
    Object.assign(socket.data, { onward, waiting })
    onward.onopen = () => {
      for (const text of waiting.splice(0)) onward.send(text)
    }
    onward.onmessage = ({ data }) => socket.send(String(data))
    onward.onclose = () => socket.close()
  },
  message({ data: { onward, waiting } }, text) {
    if (onward?.readyState === WebSocket.OPEN) onward.send(String(text))
    else waiting?.push(String(text))
  },
  close: ({ data }) => data.onward?.close(),
}
