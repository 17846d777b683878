import type { ServerWebSocket, WebSocketHandler } from "bun"

/** What `server.upgrade(request, { data })` must carry: the socket's own handlers. */
export type SocketData = {
  open(socket: ServerWebSocket<SocketData>): void
  message(socket: ServerWebSocket<SocketData>, message: string | Buffer): void
  close(socket: ServerWebSocket<SocketData>): void
}

/** A reader this far behind gets no more messages but a closed socket: on return it reloads. */
const BACKPRESSURE_LIMIT_BYTES = 256 * 1024

/** Bun.serve has one websocket handler; this one hands every event to the socket's own data. */
export const bunSockets: WebSocketHandler<SocketData> = {
  idleTimeout: 60,
  sendPings: true,
  maxPayloadLength: 16 * 1024,
  backpressureLimit: BACKPRESSURE_LIMIT_BYTES,
  closeOnBackpressureLimit: true,
  open: (socket) => socket.data.open(socket),
  message: (socket, message) => socket.data.message(socket, message),
  close: (socket) => socket.data.close(socket),
}
