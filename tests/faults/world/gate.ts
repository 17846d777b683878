import { connect, createServer, type Server, type Socket } from "node:net"

/** The ways in which a provider can misbehave. */
export const MOODS = ["slow", "429", "500", "garbage", "half"] as const
export type Mood = "well" | (typeof MOODS)[number]

/** A proxy between us and a provider. Unless its mood is "well", it responds in the provider's place. */
export interface Gate {
  url: string
  mood: Mood
  /** The URL that it forwards to while all is well. */
  target: string
  /** Called after each forwarded request, before its response is sent. */
  onPassed?(method: string, path: string): void
  stop(): Promise<void>
}

/** A proxy in front of an HTTP provider. Without a target it returns the given response for everything. */
export function httpGate(answer: (path: string) => unknown = () => ({})): Gate {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 120,
    async fetch(request) {
      if (gate.mood !== "well") return misbehave(gate.mood, request.signal)
      const { pathname, search } = new URL(request.url)
      if (!gate.target) return Response.json(answer(pathname))
      const body = request.body ? await request.arrayBuffer() : undefined
      const headers = new Headers(request.headers)
      headers.delete("connection")
      const { method } = request
      const passed = await fetch(gate.target + pathname + search, {
        method,
        headers,
        body,
        redirect: "manual",
      })
      gate.onPassed?.(method, pathname)
      return passed
    },
  })
  const gate: Gate = {
    url: `http://127.0.0.1:${server.port}`,
    mood: "well",
    target: "",
    stop: () => server.stop(true),
  }
  return gate
}

async function misbehave(mood: Exclude<Mood, "well">, hangUp: AbortSignal): Promise<Response> {
  switch (mood) {
    case "slow":
      await new Promise((resolve) => hangUp.addEventListener("abort", resolve))
      return new Response(null, { status: 504 })
    case "429":
      return Response.json({ error: { type: "rate_limit" } }, { status: 429 })
    case "500":
      return new Response("oops", { status: 500 })
    case "garbage":
      return new Response("<html>Welcome to the hotel's wifi</html>", {
        headers: { "content-type": "text/html" },
      })
    case "half":
      return new Response('{"object":"payment_intent","id":"pi_1","status":"succ', {
        headers: { "content-type": "application/json" },
      })
  }
}

const SAYS: Record<Exclude<Mood, "well">, string> = {
  slow: "",
  "429": "421 too many connections\r\n",
  "500": "554 broken\r\n",
  garbage: "HTTP/1.1 200 OK\r\n\r\n<html>",
  half: "220 mail.exam",
}

/** A proxy for other protocols than HTTP: a mail server, or all outgoing connections. */
export async function tcpGate(): Promise<Gate> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => sockets.delete(socket))
    if (gate.mood !== "well" || !gate.target) {
      const { mood } = gate
      if (mood !== "well") socket.write(SAYS[mood])
      if (mood !== "slow") setTimeout(() => socket.destroy(), 20)
      return
    }
    const { hostname, port } = new URL(gate.target)
    const beyond = connect(Number(port), hostname)
    beyond.on("error", () => socket.destroy())
    socket.pipe(beyond).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const gate: Gate = {
    url: `127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    mood: "well",
    target: "",
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return gate
}
