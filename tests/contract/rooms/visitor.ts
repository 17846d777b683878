import { request } from "node:http"
import { afterAll, beforeAll } from "vitest"
import type { RoomAddress, TicketRequest } from "#core/ports/rooms.ts"
import { mintTicket } from "#party/ticket.ts"
import { remoteRooms } from "#server/adapters/rooms/remote-rooms.ts"
import { type HostKind, type RunningHost, SECRET } from "./hosts.ts"

export type Frame = { type: string; data: unknown }

/** A socket in a room, with every message that it received. */
export class Visitor {
  readonly #socket: WebSocket
  readonly #heard: string[] = []
  #waiting: (() => void) | undefined
  readonly opened: Promise<unknown>
  readonly closed: Promise<{ code: number; reason: string }>

  constructor(url: string) {
    this.#socket = new WebSocket(url)
    this.#socket.onmessage = ({ data }) => {
      this.#heard.push(String(data))
      this.#waiting?.()
    }
    this.opened = new Promise((resolve) => {
      this.#socket.onopen = resolve
    })
    this.closed = new Promise((resolve) => {
      this.#socket.onclose = ({ code, reason }) => resolve({ code, reason })
    })
  }

  /** Returns the next message, waiting for it if necessary. */
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

/** Joins with a fresh ticket. */
export async function enter(
  origin: string,
  visit: TicketRequest,
  lifetimeSeconds?: number,
): Promise<Visitor> {
  const { ticket } = await mintTicket(SECRET, visit, lifetimeSeconds)
  const visitor = new Visitor(roomUrl(origin, visit, ticket))
  await visitor.opened
  return visitor
}

export function roomUrl(origin: string, { party, room }: RoomAddress, ticket?: string): string {
  const url = new URL(`/parties/${party}/${room}`, origin.replace("http", "ws"))
  if (ticket !== undefined) url.searchParams.set("ticket", ticket)
  return url.toString()
}

/** Requests a WebSocket and returns the HTTP response: 101 when accepted, otherwise the rejection. */
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

/** A host that runs for the tests of a `describe`, with separate people and rooms. */
export function useHost({ start }: HostKind) {
  let host: RunningHost
  beforeAll(async () => {
    host = await start()
  }, 60_000)
  afterAll(() => host?.stop())
  let people = 0
  const rooms = () => remoteRooms({ secret: SECRET, partyHost: host.origin })
  return {
    host: () => host,
    someone: () => ownRoom(`user-${++people}`),
    rooms,
    tell: ({ party, room }: RoomAddress, id: string, data: unknown = id) =>
      rooms().publish({ party, room, id, type: "changed", data }),
  }
}
