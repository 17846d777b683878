import { request } from "node:http"
import type { RoomAddress, TicketRequest } from "#core/ports/rooms.ts"
import { mintTicket } from "#party/ticket.ts"
import { SECRET } from "./hosts.ts"

export type Frame = {
  control?: string
  epoch: string
  seq: number
  resync?: boolean
  age?: number | null
  type?: string
  data?: unknown
}

/** A socket in a room, with everything it heard. */
export class Visitor {
  readonly #socket: WebSocket
  readonly #heard: string[] = []
  #waiting: (() => void) | undefined
  readonly closed: Promise<{ code: number; reason: string }>

  constructor(url: string) {
    this.#socket = new WebSocket(url)
    this.#socket.onmessage = ({ data }) => {
      this.#heard.push(String(data))
      this.#waiting?.()
    }
    this.closed = new Promise((resolve) => {
      this.#socket.onclose = ({ code, reason }) => resolve({ code, reason })
    })
  }

  /** The next thing heard, waiting for it if need be. */
  async nextText(): Promise<string> {
    while (this.#heard.length === 0)
      await new Promise<void>((resolve) => {
        this.#waiting = resolve
      })
    return this.#heard.shift()!
  }

  async next(): Promise<Frame> {
    return JSON.parse(await this.nextText()) as Frame
  }

  say(text: string) {
    this.#socket.send(text)
  }

  async leave() {
    this.#socket.close()
    await this.closed
  }
}

export function ownRoom(userId: string, sessionId: string = crypto.randomUUID()): TicketRequest {
  return { party: "customer", room: userId, userId, role: "customer", sessionId }
}

/** Comes in with a fresh ticket and has heard the hello. */
export async function enter(
  origin: string,
  visit: TicketRequest,
  { since, lifetimeMs }: { since?: string; lifetimeMs?: number } = {},
): Promise<{ visitor: Visitor; hello: Frame }> {
  const { ticket } = await mintTicket(SECRET, visit, lifetimeMs)
  const visitor = new Visitor(roomUrl(origin, visit, ticket, since))
  return { visitor, hello: await visitor.next() }
}

export function roomUrl(
  origin: string,
  { party, room }: RoomAddress,
  ticket?: string,
  since?: string,
): string {
  const url = new URL(`/parties/${party}/${room}`, origin.replace("http", "ws"))
  if (ticket !== undefined) url.searchParams.set("ticket", ticket)
  if (since) url.searchParams.set("since", since)
  return url.toString()
}

/** Asks for a WebSocket and returns the HTTP answer: 101 when let in, else the refusal. */
export function knock(url: string): Promise<{ status: number; reason: string }> {
  return new Promise((resolve, reject) => {
    const call = request(url.replace("ws", "http"), {
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": btoa("0123456789abcdef"),
      },
    })
    call.on("upgrade", (response, socket) => {
      socket.destroy()
      resolve({ status: response.statusCode!, reason: "" })
    })
    call.on("response", (response) => {
      let reason = ""
      response.on("data", (chunk) => (reason += chunk))
      response.on("end", () => resolve({ status: response.statusCode!, reason }))
    })
    call.on("error", reject)
    call.end()
  })
}
