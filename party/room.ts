import { SpanKind } from "@opentelemetry/api"
import type * as Party from "partykit/server"
import { MINUTE_MS } from "#core/durations.ts"
import { type Publication, SESSIONS_ENDED, type SessionsEnded } from "../core/ports/rooms.ts"
import { parentFrom, tracer } from "../core/spans.ts"
import { admittedClaims } from "./admission.ts"
import {
  SESSION_ENDED,
  TICKET_EXPIRED,
  TICKET_REJECTED,
  TOO_MANY_MESSAGES,
  TOO_MANY_SOCKETS,
} from "./close-codes.ts"
import { PAGE_AGE, RESYNC } from "./resync.ts"
import { MOST_SOCKETS, messageLimit } from "./socket-limits.ts"
import type { TicketClaims } from "./ticket.ts"

/** The part of a PartyKit connection that a room uses, so that any host with these methods can run the room. */
export type RoomSocket = { id: string; send(frame: string): void; close(code: number, reason: string): void }
type Admitted = { request: Parameters<typeof admittedClaims>[0] & { url: string } }
type Post = { method: string; json(): Promise<unknown> }
type Seat = { socket: RoomSocket; claims: TicketClaims; maySpeak: () => boolean }

/** Longer than a page needs from its rendering to its first socket. */
const LAST_MESSAGE_KEPT_MS = MINUTE_MS

/**
 * One room of any party. It sends each message that the server publishes to every open socket, as `{type, data}`. It
 * stores no messages: a client that was disconnected reloads, and so does a page that is older than the last message.
 * Tickets and the server's signature are checked before (`admission.ts`), so `onConnect` has nothing to wait for, and
 * once it returns the socket gets every message.
 */
export class Room
  implements Pick<Party.Server, "onConnect" | "onMessage" | "onClose" | "onError" | "onRequest">
{
  /** In the order in which the sockets connected. */
  readonly #seats = new Map<string, Seat>()
  readonly #usedTickets = new Set<string>()
  #lastMessageAt = Number.NEGATIVE_INFINITY

  onConnect(socket: RoomSocket, { request }: Admitted) {
    const claims = admittedClaims(request)
    if (this.#usedTickets.has(claims.jti)) return socket.close(TICKET_REJECTED, "ticket already used")
    this.#usedTickets.add(claims.jti)
    this.#seats.set(socket.id, { socket, claims, maySpeak: messageLimit() })
    this.#closeOldestOf(claims.sessionId)
    setTimeout(() => this.#expire(socket, claims.jti), claims.exp * 1_000 - Date.now())
    const pageAgeMs = Number(new URL(request.url).searchParams.get(PAGE_AGE))
    if (this.#quietMs() < pageAgeMs) socket.send(JSON.stringify({ type: RESYNC, data: null }))
  }

  onMessage(message: unknown, socket: RoomSocket) {
    if (!this.#seats.get(socket.id)?.maySpeak())
      return this.#close(socket, TOO_MANY_MESSAGES, "too many messages")
    if (message === "ping") socket.send("pong")
  }

  onClose(socket: RoomSocket): void {
    this.#seats.delete(socket.id)
  }

  onError(socket: RoomSocket): void {
    this.#seats.delete(socket.id)
  }

  /**
   * Publishes; the response contains the number of the room's sockets, which shows the server that a room handled the
   * message.
   */
  async onRequest(request: Post): Promise<Response> {
    if (request.method !== "POST") return new Response("publish with POST", { status: 405 })
    const message = await request.json().catch(() => null)
    if (!isPublication(message)) return new Response("expected {id, type, data}", { status: 400 })
    this.publish(message)
    return Response.json({ sockets: this.countSockets() })
  }

  /** Sends to every socket of the room. A repeated message is sent again: pages then reload once more. */
  publish(message: Publication) {
    if (typeof message.traceparent !== "string") return this.#send(message)
    const options = { kind: SpanKind.CONSUMER, attributes: { sockets: this.countSockets() } }
    const span = tracer().startSpan("room tells", options, parentFrom(message.traceparent))
    this.#send(message)
    span.end()
  }

  countSockets(): number {
    return this.#seats.size
  }

  /**
   * Whether the room can be dropped without loss: no socket, no used ticket that has not expired, no recent message.
   */
  isEmpty(): boolean {
    return this.#seats.size === 0 && this.#usedTickets.size === 0 && this.#quietMs() > LAST_MESSAGE_KEPT_MS
  }

  #quietMs(): number {
    return Date.now() - this.#lastMessageAt
  }

  #send({ type, data }: Publication) {
    if (type === SESSIONS_ENDED) return this.#closeEnded(data as SessionsEnded)
    this.#lastMessageAt = Date.now()
    const frame = JSON.stringify({ type, data })
    for (const { socket } of this.#seats.values()) sendOrDrop(socket, frame)
  }

  #closeEnded({ userId, sessionId }: SessionsEnded): void {
    for (const { socket, claims } of this.#seats.values())
      if (claims.userId === userId && (sessionId === undefined || claims.sessionId === sessionId))
        this.#close(socket, SESSION_ENDED, "session ended")
  }

  #closeOldestOf(sessionId: string): void {
    const ofSession = [...this.#seats.values()].filter(({ claims }) => claims.sessionId === sessionId)
    const [oldest] = ofSession
    if (oldest && ofSession.length > MOST_SOCKETS)
      this.#close(oldest.socket, TOO_MANY_SOCKETS, "too many sockets")
  }

  #expire(socket: RoomSocket, jti: string): void {
    this.#usedTickets.delete(jti)
    if (this.#seats.has(socket.id)) this.#close(socket, TICKET_EXPIRED, "ticket expired")
  }

  #close(socket: RoomSocket, code: number, reason: string): void {
    this.#seats.delete(socket.id)
    socket.close(code, reason)
  }
}

/** Ignores errors for closing sockets, which workerd throws: the other sockets must still get the message. */
function sendOrDrop(socket: RoomSocket, frame: string): void {
  try {
    socket.send(frame)
  } catch {
    socket.close(1011, "cannot be reached")
  }
}

/** Whether a value from the network is a publication. */
function isPublication(value: unknown): value is Publication {
  if (typeof value !== "object" || value === null) return false
  const { id, type } = value as Partial<Publication>
  return typeof id === "string" && id !== "" && id.length <= 128 && typeof type === "string" && type !== ""
}
