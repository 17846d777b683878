import { joinRoom } from "#party/client.ts"
import type { Cluster } from "./cluster.ts"

/** One open page: the messages from its room, and the notices to reload everything. */
export interface OpenPage {
  userId: string
  /** When it last got a message, or a notice that it may have missed one. */
  newsAt(): number
  hears(): number
  resyncs(): number
  status(): string
  close(): void
}

export interface Pages {
  open(person: { userId: string; cookie: string }, party: "customer" | "seller"): OpenPage
  close(): Promise<void>
}

/** Opens pages with the client that browsers run. The web processes issue the tickets, by the person's cookie. */
export async function openPages(cluster: Cluster): Promise<Pages> {
  browserLike()
  const cookies = new Map<string, string>()
  const tickets = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const cookie = cookies.get(pathname.slice(1)) ?? ""
      const answer = await fetch(`${cluster.site}/api/v1/rooms/ticket${search}`, { headers: { cookie } })
      return new Response(await answer.arrayBuffer(), { status: answer.status })
    },
  })
  const opened: OpenPage[] = []
  return {
    open({ userId, cookie }, party) {
      cookies.set(userId, cookie)
      let newsAt = 0
      let hears = 0
      let resyncs = 0
      let status = "connecting"
      const visit = joinRoom({
        party,
        ticketUrl: `${tickets.url.origin}/${userId}`,
        onMessage() {
          newsAt = Date.now()
          hears += 1
        },
        onResync() {
          newsAt = Date.now()
          resyncs += 1
        },
        onStatus(next) {
          status = next
        },
      })
      const page: OpenPage = {
        userId,
        newsAt: () => newsAt,
        hears: () => hears,
        resyncs: () => resyncs,
        status: () => status,
        close: visit.close,
      }
      opened.push(page)
      return page
    },
    async close() {
      for (const page of opened) page.close()
      await tickets.stop(true)
    },
  }
}

const COMES_BACK_MS = 500

/** The API's notifications socket, connected to one web process. It reconnects when that process is replaced. */
export function listenByApi(url: string, { cookie, email }: { cookie: string; email: string }) {
  let newsAt = 0
  let isClosed = false
  let socket: WebSocket | undefined
  const connect = () => {
    if (isClosed) return
    const address = `${url.replace("http", "ws")}/api/v1/sockets/notifications`
    socket = new WebSocket(address, { headers: { cookie } } as never)
    socket.onopen = () => socket?.send(email)
    socket.onmessage = () => {
      newsAt = Date.now()
    }
    socket.onclose = () => setTimeout(connect, COMES_BACK_MS)
  }
  connect()
  return {
    newsAt: () => newsAt,
    close() {
      isClosed = true
      socket?.close()
    },
  }
}

/** The few browser globals that the client uses. */
function browserLike(): void {
  Object.assign(globalThis, {
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
    location: { origin: "http://localhost" },
  })
}
