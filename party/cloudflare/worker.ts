import {
  type Connection,
  type ConnectionContext,
  routePartykitRequest,
  Server,
  type WSMessage,
} from "partyserver"
import { admitCall, admitSocket } from "../admission.ts"
import { Room } from "../room.ts"

type Env = { ROOMS_SECRET?: string } & Record<string, unknown>

/**
 * One room as a Durable Object. The object stays in memory while it has sockets (no hibernation), because the room
 * stores the sockets in memory.
 */
class RoomObject extends Server {
  readonly #room = new Room()

  override onConnect(connection: Connection, context: ConnectionContext): void {
    this.#room.onConnect(connection, context)
  }

  override onMessage(connection: Connection, message: WSMessage): void {
    this.#room.onMessage(message, connection)
  }

  override onClose(connection: Connection): void {
    this.#room.onClose(connection)
    // workerd completes a client's close only if the server closes too.
    connection.close(1000, "goodbye")
  }

  override onError(connection: Connection): void {
    this.#room.onError(connection)
  }

  override onRequest(request: Request): Promise<Response> {
    return this.#room.onRequest(request)
  }
}

// One class for each party: objects with the same class and name would be one room.
export class CustomerRoom extends RoomObject {}
export class SellerRoom extends RoomObject {}
export class DelivererRoom extends RoomObject {}
export class AdminRoom extends RoomObject {}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (new URL(request.url).pathname === "/health") return Response.json({ status: "ok" })
    const secret = env.ROOMS_SECRET ?? ""
    if (secret.length < 32) return new Response("ROOMS_SECRET needs 32 characters or more", { status: 500 })
    const response = await routePartykitRequest(request, env, {
      onBeforeConnect: (before) => admitSocket(secret, before),
      onBeforeRequest: (before) => admitCall(secret, before),
    })
    return response ?? new Response("no such room", { status: 404 })
  },
}
