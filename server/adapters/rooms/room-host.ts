import type { Server, ServerWebSocket } from "bun"
import { MINUTE_MS } from "#core/durations.ts"
import type { Publication, RoomAddress } from "#core/ports/rooms.ts"
import { admitCall, admitSocket, roomAddress } from "#party/admission.ts"
import { Room, type RoomSocket } from "#party/room.ts"
import { isServerCall } from "#party/server-call.ts"
import type { SocketData } from "./bun-sockets.ts"
import { createListeners } from "./listeners.ts"

/** The path at which the server reads how many sockets this process holds; no room has this path. */
const COUNT_PATH = "/parties"
const SWEEP_EVERY_MS = MINUTE_MS

export type RoomHost = {
  /** Responds to `/parties…`; undefined once the request became a socket. Serve with `websocket: bunSockets`. */
  fetch(request: Request, server: Server<SocketData>): Promise<Response | undefined>
  publish(message: RoomAddress & Publication): void
  /** Calls back after each message of a room, for listeners inside this process. Returns a function that stops. */
  listen(address: RoomAddress, onMessage: () => void): () => void
  countSockets(): number
  /** Drops every room and closes its sockets, as the end of the process does. */
  close(): void
}

type OpenRoom = { room: Room; sockets: Set<RoomSocket> }

/** Runs the rooms of `party/` inside Bun.serve, at the paths of PartyKit. */
export function createRoomHost({ secret }: { secret: string }): RoomHost {
  const rooms = new Map<string, OpenRoom>()
  const listeners = createListeners()
  const sweeper = setInterval(() => {
    for (const [key, { room }] of rooms) if (room.isEmpty()) rooms.delete(key)
  }, SWEEP_EVERY_MS)
  sweeper.unref()

  function openRoom(address: RoomAddress): OpenRoom {
    const open = rooms.get(keyOf(address)) ?? { room: new Room(), sockets: new Set() }
    rooms.set(keyOf(address), open)
    return open
  }

  async function connect(request: Request, server: Server<SocketData>, address: RoomAddress) {
    const admitted = await admitSocket(secret, request)
    if (admitted instanceof Response) return admitted
    return server.upgrade(request, { data: seat(() => openRoom(address), admitted) })
      ? undefined
      : new Response("expected a WebSocket", { status: 426 })
  }

  async function call(request: Request, address: RoomAddress): Promise<Response> {
    const admitted = await admitCall(secret, request)
    return admitted instanceof Response ? admitted : openRoom(address).room.onRequest(admitted)
  }

  async function count(request: Request): Promise<Response> {
    const authorization = request.headers.get("authorization")
    const isOurs = await isServerCall(secret, { method: "GET", path: COUNT_PATH, body: "", authorization })
    return isOurs ? Response.json({ sockets: countSockets() }) : noSuchRoom()
  }

  const countSockets = () => [...rooms.values()].reduce((sum, { room }) => sum + room.countSockets(), 0)

  return {
    async fetch(request, server) {
      const path = new URL(request.url).pathname
      if (path === COUNT_PATH && request.method === "GET") return count(request)
      const address = roomAddress(path)
      if (!address) return noSuchRoom()
      const isUpgrade = request.headers.get("upgrade")?.toLowerCase() === "websocket"
      return isUpgrade ? connect(request, server, address) : call(request, address)
    },
    publish({ party, room, ...message }) {
      openRoom({ party, room }).room.publish(message)
      listeners.tell({ party, room })
    },
    listen: listeners.add,
    countSockets,
    close() {
      clearInterval(sweeper)
      for (const { sockets } of rooms.values())
        for (const socket of sockets) socket.close(1012, "rooms restart")
      rooms.clear()
    },
  }
}

/** Passes the room its connections. Bun has one socket object per connection; the room's socket wraps it. */
function seat(openRoom: () => OpenRoom, request: Request): SocketData {
  let leave: (() => void) | undefined
  let hear: ((message: string | Buffer) => void) | undefined
  return {
    open(socket: ServerWebSocket<SocketData>) {
      const { room, sockets } = openRoom()
      const connection: RoomSocket = {
        id: crypto.randomUUID(),
        send: (frame) => void socket.send(frame),
        close: (code, reason) => socket.close(code, reason),
      }
      hear = (message) => room.onMessage(message, connection)
      leave = () => {
        sockets.delete(connection)
        room.onClose(connection)
      }
      sockets.add(connection)
      room.onConnect(connection, { request })
    },
    message: (_socket, message) => hear?.(message),
    close: () => leave?.(),
  }
}

const keyOf = ({ party, room }: RoomAddress) => `${party}/${room}`

const noSuchRoom = () => new Response("no such room", { status: 404 })
