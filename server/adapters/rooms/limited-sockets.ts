import type { ServerWebSocket } from "bun"
import { TOO_MANY_MESSAGES, TOO_MANY_SOCKETS } from "#party/close-codes.ts"
import { MOST_SOCKETS, messageLimit } from "#party/socket-limits.ts"
import type { SocketData } from "./bun-sockets.ts"

type Socket = ServerWebSocket<SocketData>

/** Applies the rooms' limit to a session's sockets in this process: the oldest of too many is closed. */
export function limitedSockets(): (sessionId: string, data: SocketData) => SocketData {
  const ofSessions = new Map<string, Set<Socket>>()
  return (sessionId, data) => {
    const maySpeak = messageLimit()
    return {
      open(socket) {
        const ofSession = ofSessions.get(sessionId) ?? new Set()
        ofSessions.set(sessionId, ofSession.add(socket))
        const [oldest] = ofSession
        if (oldest && ofSession.size > MOST_SOCKETS) {
          ofSession.delete(oldest)
          oldest.close(TOO_MANY_SOCKETS, "too many sockets")
        }
        data.open(socket)
      },
      message(socket, message) {
        if (maySpeak()) data.message(socket, message)
        else socket.close(TOO_MANY_MESSAGES, "too many messages")
      },
      close(socket) {
        const ofSession = ofSessions.get(sessionId)
        ofSession?.delete(socket)
        if (ofSession?.size === 0) ofSessions.delete(sessionId)
        data.close(socket)
      },
    }
  }
}
