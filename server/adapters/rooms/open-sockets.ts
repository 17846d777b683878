import type { ServerWebSocket, WebSocketHandler } from "bun"
import { bunSockets, type SocketData } from "./bun-sockets.ts"

/** "Service restart": browsers and programs come back, to another process. */
const RESTART = 1012

/** The one handler of Bun.serve, which knows what is open: a server that stops would wait for its sockets forever. */
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
