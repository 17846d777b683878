import type { Server, ServerWebSocket } from "bun"
import type * as Party from "partykit/server"
import type { PartyName, Publication, RoomAddress } from "#core/ports/rooms.ts"
import AdminRoom from "#party/admin.ts"
import CustomerRoom from "#party/customer.ts"
import DelivererRoom from "#party/deliverer.ts"
import { type RoleRoom, type RoomSocket, roomAddress } from "#party/role-room.ts"
import SellerRoom from "#party/seller.ts"
import type { SocketData } from "./bun-sockets.ts"
import { answerHostCall, HOST_PATH } from "./host-calls.ts"
import { createListeners } from "./listeners.ts"

const PARTY_CLASSES = {
  customer: CustomerRoom,
  seller: SellerRoom,
  deliverer: DelivererRoom,
  admin: AdminRoom,
} as const satisfies Record<PartyName, typeof RoleRoom>

/** An empty room is kept this long for those who come back with a cursor; after it they reload. */
const EMPTY_ROOM_KEPT_MS = 10 * 60_000

export type RoomHost = {
  /** Answers `/parties…`; undefined once the request became a socket. Serve with `websocket: bunSockets`. */
  fetch(request: Request, server: Server<SocketData>): Promise<Response | undefined>
  publish(message: RoomAddress & Publication): void
  /** Calls back after each message of a room, for views of it inside this process. Answers how to stop. */
  listen(address: RoomAddress, onMessage: () => void): () => void
  countSockets(): number
  /** Forgets every room and closes its sockets, as the end of the process does. */
  close(): void
}

type OpenRoom = { room: RoleRoom; sockets: Set<RoomSocket>; usedAt: number }

/** Runs the PartyKit classes of `party/` inside Bun.serve, with PartyKit's paths and hooks. */
export function createRoomHost({ secret }: { secret: string }): RoomHost {
  const rooms = new Map<string, OpenRoom>()
  const listeners = createListeners()
  const lobby = { env: { ROOMS_SECRET: secret } }
  const sweeper = setInterval(() => dropEmptyRooms(rooms), EMPTY_ROOM_KEPT_MS / 10)
  sweeper.unref()

  function openRoom({ party, room: id }: RoomAddress): OpenRoom {
    const key = `${party}/${id}`
    const open = rooms.get(key) ?? { room: new PARTY_CLASSES[party](), sockets: new Set(), usedAt: 0 }
    open.usedAt = Date.now()
    rooms.set(key, open)
    return open
  }

  async function connect(request: Request, server: Server<SocketData>, address: RoomAddress) {
    const admitted = await PARTY_CLASSES[address.party].onBeforeConnect(asPartyRequest(request), lobby)
    if (admitted instanceof Response) return admitted
    const data = seat(openRoom(address), admitted)
    return server.upgrade(request, { data })
      ? undefined
      : new Response("expected a WebSocket", { status: 426 })
  }

  async function call(request: Request, address: RoomAddress): Promise<Response> {
    const admitted = await PARTY_CLASSES[address.party].onBeforeRequest(asPartyRequest(request), lobby)
    return admitted instanceof Response ? admitted : openRoom(address).room.onRequest(admitted)
  }

  const tell = ({ party, room, ...message }: RoomAddress & Publication) =>
    openRoom({ party, room }).room.publish(message)

  const countSockets = () => [...rooms.values()].reduce((sum, { room }) => sum + room.countSockets(), 0)

  const countAll = () => ({ rooms: rooms.size, sockets: countSockets() })

  return {
    async fetch(request, server) {
      const path = new URL(request.url).pathname
      const address = roomAddress(path)
      if (address) {
        const upgrades = request.headers.get("upgrade")?.toLowerCase() === "websocket"
        return upgrades ? connect(request, server, address) : call(request, address)
      }
      if (path !== HOST_PATH) return new Response("no such room", { status: 404 })
      return answerHostCall(request, { secret, publish: tell, count: countAll })
    },
    publish(message) {
      if (!tell(message).duplicate) listeners.tell(message)
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

/** Bun hands out one socket object per connection, so it can carry its PartyKit face in its data. */
function seat(open: OpenRoom, admitted: Party.Request): SocketData {
  let connection: RoomSocket | undefined
  return {
    open(socket: ServerWebSocket<SocketData>) {
      connection = {
        id: new URL(admitted.url).searchParams.get("_pk") ?? crypto.randomUUID(),
        send: (frame) => void socket.send(frame),
        close: (code, reason) => socket.close(code, reason),
      }
      open.sockets.add(connection)
      open.room.onConnect(connection, { request: admitted })
    },
    message(_socket, message) {
      if (connection) open.room.onMessage(message, connection)
    },
    close() {
      if (!connection) return
      open.sockets.delete(connection)
      open.usedAt = Date.now()
      open.room.onClose(connection)
    },
  }
}

function dropEmptyRooms(rooms: Map<string, OpenRoom>) {
  const before = Date.now() - EMPTY_ROOM_KEPT_MS
  for (const [key, { sockets, usedAt }] of rooms) if (sockets.size === 0 && usedAt < before) rooms.delete(key)
}

/** The DOM's Request type and workerd's differ on paper only. */
function asPartyRequest(request: Request): Party.Request {
  return request as unknown as Party.Request
}
