import type { ServerWebSocket, WebSocketHandler } from "bun"
import { bunSockets, type SocketData } from "./bun-sockets.ts"

/** "Service restart": clients reconnect, to another process. */
const RESTART = 1012

/** Wraps Bun.serve's one handler to track open sockets: a server that stops would wait for its sockets forever. */
export function openSockets(): { handler: WebSocketHandler<SocketData>; closeAll(): void } {
  const open = new Set<ServerWebSocket<SocketData>>()
  return {
    handler: {
      ...bunSockets,
      open(socket) {
        open.add(socket)
        return bunSockets.open?.(socket)
      },
      close(socket, code, reason) {
        open.delete(socket)
        return bunSockets.close?.(socket, code, reason)
      },
    },
    closeAll() {
      for (const socket of open) socket.close(RESTART, "restarting")
    },
  }
}
