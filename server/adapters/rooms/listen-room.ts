import type { RoomAddress, TicketRequest } from "#core/ports/rooms.ts"
import type { Rooms } from "./compose-rooms.ts"

const RECONNECT_MS = 1_000

/**
 * Calls back after each message of a room, whether the room is in this process or behind PARTY_HOST. There each
 * connection gets a fresh ticket, as a page's does, and one call after a reconnect covers the messages missed in the
 * meantime.
 */
export function listenRoom(rooms: Rooms, visitor: TicketRequest, onMessage: () => void): () => void {
  if (rooms.host) return rooms.host.listen(visitor, onMessage)
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  const again = () => {
    if (!closed) timer = setTimeout(() => void connect(), RECONNECT_MS)
  }
  async function connect() {
    try {
      const { ticket, host } = await rooms.port.mintTicket(visitor)
      if (closed) return
      socket = new WebSocket(roomUrl(rooms.hostOf?.(visitor) ?? host ?? "", visitor, ticket))
      socket.addEventListener("message", onMessage)
      socket.addEventListener("close", again)
    } catch {
      // The rooms' host is unreachable; the next attempt may succeed.
      again()
    }
  }
  void connect()
  return () => {
    closed = true
    clearTimeout(timer)
    socket?.close()
  }
}

function roomUrl(host: string, { party, room }: RoomAddress, ticket: string): string {
  const url = new URL(`/parties/${party}/${room}`, host.includes("://") ? host : `http://${host}`)
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:"
  url.searchParams.set("ticket", ticket)
  return url.href
}
