import { SpanKind } from "@opentelemetry/api"
import type * as Party from "partykit/server"
import { isPartyName, isRoomId } from "../core/ports/room-membership.ts"
import {
  type Publication,
  type RoomAddress,
  SESSIONS_ENDED,
  type SessionsEnded,
} from "../core/ports/rooms.ts"
import { parentFrom, tracer } from "../core/spans.ts"
import {
  SESSION_ENDED,
  TICKET_EXPIRED,
  TICKET_REFUSED,
  TOO_MANY_MESSAGES,
  TOO_MANY_SOCKETS,
} from "./close-codes.ts"
import { MessageLog } from "./message-log.ts"
import { isServerCall } from "./server-call.ts"
import { MOST_SOCKETS, messageLimit } from "./socket-limits.ts"
import { readTicket, type TicketClaims } from "./ticket.ts"

const CLAIMS_HEADER = "x-room-claims"
const MAX_BODY_CHARS = 64 * 1024

/** The part of a PartyKit connection that a room uses: any host that has it can run the room. */
export type RoomSocket = { id: string; send(frame: string): void; close(code: number, reason: string): void }
type Lobby = { env: Record<string, unknown> }
type Told = { epoch: string; seq: number; duplicate: boolean }
type Seat = { socket: RoomSocket; claims: TicketClaims; maySpeak: () => boolean }

/**
 * One room: numbers what the server publishes, sends it to every socket, and replays what a socket missed.
 * Tickets and the server's signature are checked in the static hooks, before a room exists: a stranger's request
 * makes none. So onConnect has nothing to await, and no message can slip between the replay and the live ones.
 */
export class RoleRoom {
  #log = new MessageLog()
  #seats = new Map<string, Seat>()
  #usedTickets = new Map<string, number>()
  #sweepAt = Number.POSITIVE_INFINITY
  #sweepTimer: ReturnType<typeof setTimeout> | undefined

  static async onBeforeConnect(request: Party.Request, lobby: Lobby): Promise<Party.Request | Response> {
    const url = new URL(request.url)
    const address = roomAddress(url.pathname)
    if (!address) return new Response("no such room", { status: 404 })
    const claims = await readTicket(secretOf(lobby), url.searchParams.get("ticket"), address)
    if (typeof claims === "string") return new Response(claims, { status: 401 })
    // PartyKit files sockets under the client's own _pk: one of ours, or a second socket could displace the first.
    url.searchParams.set("_pk", crypto.randomUUID())
    url.searchParams.delete("ticket")
    const headers = new Headers([...request.headers])
    headers.set(CLAIMS_HEADER, JSON.stringify(claims))
    return passOn(url.toString(), { headers })
  }

  static async onBeforeRequest(request: Party.Request, lobby: Lobby): Promise<Party.Request | Response> {
    const path = new URL(request.url).pathname
    if (!roomAddress(path)) return new Response("no such room", { status: 404 })
    if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_CHARS)
      return new Response("message too large", { status: 413 })
    const body = await request.text()
    const authorization = request.headers.get("authorization")
    if (!(await isServerCall(secretOf(lobby), { method: request.method, path, body, authorization })))
      return new Response("not signed by the server", { status: 401 })
    return passOn(request.url, { method: request.method, body: request.method === "POST" ? body : null })
  }

  onConnect(socket: RoomSocket, { request }: Pick<Party.ConnectionContext, "request">) {
    const claims = JSON.parse(request.headers.get(CLAIMS_HEADER) ?? "") as TicketClaims
    if (this.#usedTickets.has(claims.jti)) return socket.close(TICKET_REFUSED, "ticket already used")
    this.#usedTickets.set(claims.jti, claims.exp)
    this.#seats.set(socket.id, { socket, claims, maySpeak: messageLimit() })
    this.#closeOldestOf(claims.sessionId)
    this.#sweepBy(claims.exp)
    const cursor = new URL(request.url).searchParams.get("since")
    const missed = cursor ? this.#log.since(cursor) : []
    const { epoch, seq, age } = this.#log
    socket.send(JSON.stringify({ control: "hello", epoch, seq, age, resync: missed === "resync" }))
    if (missed !== "resync") for (const frame of missed) socket.send(frame)
  }

  onMessage(message: unknown, socket: RoomSocket) {
    if (!this.#seats.get(socket.id)?.maySpeak())
      return this.#close(socket, TOO_MANY_MESSAGES, "too many messages")
    if (message === "ping") socket.send("pong")
  }

  onClose(socket: RoomSocket) {
    this.#seats.delete(socket.id)
    // workerd answers a client's close only when told to; elsewhere the socket is closed already.
    socket.close(1000, "goodbye")
  }

  onError(socket: RoomSocket) {
    this.#seats.delete(socket.id)
  }

  async onRequest(request: Party.Request): Promise<Response> {
    if (request.method === "GET")
      return Response.json({ epoch: this.#log.epoch, seq: this.#log.seq, sockets: this.countSockets() })
    if (request.method !== "POST") return new Response("publish with POST", { status: 405 })
    const message = await request.json().catch(() => null)
    if (!isPublication(message)) return new Response("expected {id, type, data}", { status: 400 })
    return Response.json(this.publish(message))
  }

  /** Sends to every socket of the room, once per id. */
  publish(message: Publication): Told {
    const { traceparent } = message
    if (typeof traceparent !== "string") return this.#tell(message)
    const options = { kind: SpanKind.CONSUMER, attributes: { sockets: this.countSockets() } }
    const span = tracer().startSpan("room tells", options, parentFrom(traceparent))
    const told = this.#tell(message)
    span.setAttribute("duplicate", Number(told.duplicate)).end()
    return told
  }

  #tell(message: Publication): Told {
    if (message.type === SESSIONS_ENDED) {
      this.#closeEnded(message.data as SessionsEnded)
      return { epoch: this.#log.epoch, seq: this.#log.seq, duplicate: false }
    }
    const { seq, frame } = this.#log.append(message)
    if (frame !== null) for (const seat of this.#seats.values()) sendOrDrop(seat.socket, frame)
    return { epoch: this.#log.epoch, seq, duplicate: frame === null }
  }

  #closeEnded({ userId, sessionId }: SessionsEnded) {
    for (const { socket, claims } of this.#seats.values())
      if (claims.userId === userId && (sessionId === undefined || claims.sessionId === sessionId))
        this.#close(socket, SESSION_ENDED, "session ended")
  }

  /** Seats are kept in the order in which they were taken. */
  #closeOldestOf(sessionId: string) {
    const ofSession = [...this.#seats.values()].filter(({ claims }) => claims.sessionId === sessionId)
    const [oldest] = ofSession
    if (oldest && ofSession.length > MOST_SOCKETS)
      this.#close(oldest.socket, TOO_MANY_SOCKETS, "too many sockets")
  }

  #close(socket: RoomSocket, code: number, reason: string) {
    this.#seats.delete(socket.id)
    socket.close(code, reason)
  }

  countSockets(): number {
    return this.#seats.size
  }

  #sweepBy(time: number) {
    if (time >= this.#sweepAt) return
    clearTimeout(this.#sweepTimer)
    this.#sweepAt = time
    this.#sweepTimer = setTimeout(() => this.#closeExpired(), Math.max(0, time - Date.now()))
  }

  #closeExpired() {
    const now = Date.now()
    this.#sweepAt = Number.POSITIVE_INFINITY
    for (const [jti, exp] of this.#usedTickets) if (exp <= now) this.#usedTickets.delete(jti)
    let next = Number.POSITIVE_INFINITY
    for (const { socket, claims } of this.#seats.values())
      if (claims.exp > now) next = Math.min(next, claims.exp)
      else this.#close(socket, TICKET_EXPIRED, "ticket expired")
    if (next !== Number.POSITIVE_INFINITY) this.#sweepBy(next)
  }
}

/** The room that a path `/parties/:party/:room` names, if there may be one. */
export function roomAddress(pathname: string): RoomAddress | null {
  const [empty, parties, party, room, ...rest] = pathname.split("/")
  if (empty !== "" || parties !== "parties" || rest.length > 0) return null
  return isPartyName(party) && isRoomId(room) ? { party, room } : null
}

/** A socket that is closing throws on workerd; the others must still get the message. */
function sendOrDrop(socket: RoomSocket, frame: string) {
  try {
    socket.send(frame)
  } catch {
    socket.close(1011, "cannot be reached")
  }
}

/** Whether something that came over the wire is a message. */
export function isPublication(value: unknown): value is Publication {
  if (typeof value !== "object" || value === null) return false
  const { id, type } = value as Partial<Publication>
  return typeof id === "string" && id !== "" && id.length <= 128 && typeof type === "string" && type !== ""
}

function secretOf({ env }: Lobby): string {
  const secret = env.ROOMS_SECRET
  if (typeof secret !== "string" || secret.length < 32)
    throw new Error("ROOMS_SECRET needs 32 characters or more")
  return secret
}

/** The DOM's Request type and workerd's differ on paper only. */
function passOn(url: string, init: RequestInit): Party.Request {
  return new Request(url, init) as unknown as Party.Request
}
