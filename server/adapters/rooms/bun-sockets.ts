import type { ServerWebSocket, WebSocketHandler } from "bun"

/** The data that `server.upgrade(request, { data })` must pass: the socket's own handlers. */
export type SocketData = {
  open(socket: ServerWebSocket<SocketData>): void
  message(socket: ServerWebSocket<SocketData>, message: string | Buffer): void
  close(socket: ServerWebSocket<SocketData>): void
}

/** Closes the socket of a reader that is this far behind; the client reloads when it reconnects. */
const BACKPRESSURE_LIMIT_BYTES = 256 * 1024

/** Bun.serve has one websocket handler; this one forwards every event to the handlers in the socket's data. */
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
