import type { ServerWebSocket } from "bun"
import { Hono } from "hono"
import { z } from "zod"
import type { PersonActor } from "#core/context.ts"
import { mayWatchWaitingDeliveries } from "#core/deliveries/list-deliveries.server.ts"
import { findSession, type LiveSession } from "#core/identity/find-session.server.ts"
import type { Role } from "#core/identity/roles.ts"
import { listNotifications } from "#core/notifications/list-notifications.server.ts"
import { homeRoom, type RoomAddress, WAITING_ROOM } from "#core/ports/rooms.ts"
import { tellSecurity } from "#core/security-log.server.ts"
import type { SocketData } from "#server/adapters/rooms/bun-sockets.ts"
import { limitedSockets } from "#server/adapters/rooms/limited-sockets.ts"
import { listenRoom } from "#server/adapters/rooms/listen-room.ts"
import type { Runtime } from "#server/compose.ts"
import type { HttpEnv } from "#server/http/http-env.ts"
import { isOwnOrigin, tellForeign } from "../../http/own-origin.ts"
import { logFault } from "../problem.ts"
import { seenDeliveries } from "./operations/deliveries.ts"
import { toNotification } from "./operations/notifications.ts"

const POLICY_VIOLATION = 1008

type View = {
  roles: readonly Role[]
  room(actor: PersonActor): RoomAddress
  /** Sent on open. */
  greeting?: string
  /** The list is sent only after the client has sent its email. */
  asksForEmail?: boolean
  list(runtime: Runtime, actor: PersonActor): Promise<unknown[]>
}

/** The two sockets: lists that are sent again whenever the room publishes a change. */
const VIEWS = {
  deliveries: {
    roles: ["deliverer"],
    room: () => WAITING_ROOM,
    greeting: "Hello from Pushcart deliveries",
    list: (runtime, { userId }) => seenDeliveries(runtime.contextFor({ role: "deliverer", userId })),
  },
  notifications: {
    roles: ["customer", "seller"],
    room: homeRoom,
    asksForEmail: true,
    list: async (runtime, actor) => (await listNotifications(runtime.contextFor(actor))).map(toNotification),
  },
} satisfies Record<string, View>

/** For docs/api.md. */
export const SOCKETS = [
  {
    path: "/api/v1/sockets/deliveries",
    roles: VIEWS.deliveries.roles,
    does: "A greeting and the list of deliveries; the list again whenever a delivery is offered, taken or given back",
  },
  {
    path: "/api/v1/sockets/notifications?ticket=…",
    roles: VIEWS.notifications.roles,
    does: "The list of notifications once the client has sent the session's email; the list again with each new notification",
  },
]

/** The sockets' paths. Returns an error if the request is not a WebSocket or the caller may not open it. */
export function sockets(runtime: Runtime): Hono<HttpEnv> {
  const limited = limitedSockets()
  return new Hono<HttpEnv>().get("/sockets/:view", async (c) => {
    const upgrade = (data: SocketData) => c.env?.upgrade?.(data) ?? false
    // Bun drops the response of a request that became a socket.
    return (
      (await openApiSocket(runtime, limited, c.req.param("view"), c.req.raw, upgrade)) ?? new Response(null)
    )
  })
}

/**
 * Opens one of the sockets for the cookie's session, from a page of this site or from no page at all. The placeholder
 * `ticket` of the original is ignored. Returns an error response, or undefined once the request became a socket.
 */
async function openApiSocket(
  runtime: Runtime,
  limited: ReturnType<typeof limitedSockets>,
  name: string,
  request: Request,
  upgrade: (data: SocketData) => boolean,
): Promise<Response | undefined> {
  if (!isOwnOrigin(request)) {
    tellForeign("call.from_another_site", request)
    return new Response("from another site", { status: 403 })
  }
  const token = await runtime.ports.sessions.token(request)
  const session = token ? await sessionOf(runtime, token) : null
  if (!token || !session) return new Response("log in first", { status: 401 })
  const view: View | undefined = Object.hasOwn(VIEWS, name) ? VIEWS[name as keyof typeof VIEWS] : undefined
  if (!view) return new Response("no such socket", { status: 404 })
  const { actor } = session
  const mayHear = actor.role !== "deliverer" || (await mayWatchWaitingDeliveries(runtime.contextFor(actor)))
  if (!view.roles.includes(actor.role) || !mayHear) {
    tellSecurity("access.denied", { role: actor.role, userId: actor.userId })
    return new Response("not for you", { status: 403 })
  }
  return upgrade(limited(session.sessionId, viewer(runtime, view, { token, session })))
    ? undefined
    : new Response("expected a WebSocket", { status: 426 })
}

const sessionOf = (runtime: Runtime, token: string) =>
  findSession(runtime.contextFor({ role: "anonymous" }), { token })

/** Accepts the bare email or `{"email": …}`. */
function emailIn(message: string): string {
  try {
    const { success, data } = z.object({ email: z.string() }).safeParse(JSON.parse(message))
    return success ? data.email : message
  } catch {
    return message
  }
}

type Visitor = { token: string; session: LiveSession }

/**
 * Handles one socket. Lists are loaded one after another, so that an older one is never sent last; a load that has not
 * started yet covers all changes until then.
 */
function viewer(runtime: Runtime, view: View, { token, session }: Visitor): SocketData {
  const { actor } = session
  const { role, userId } = actor
  // A room in another process counts this listener separately from the session's pages.
  const listenerId = crypto.randomUUID()
  let stop: (() => void) | undefined
  let reading: Promise<void> = Promise.resolve()
  let isWaiting = false
  const send = (socket: ServerWebSocket<SocketData>) => {
    if (isWaiting) return
    isWaiting = true
    reading = reading.then(() => {
      isWaiting = false
      return sendList(socket)
    })
  }
  async function sendList(socket: ServerWebSocket<SocketData>): Promise<void> {
    try {
      if (!(await sessionOf(runtime, token))) return socket.close(POLICY_VIOLATION, "logged out")
      socket.send(JSON.stringify(await view.list(runtime, actor)))
    } catch (error) {
      // Closes the socket of a person who may no longer see the list; any other error is our fault.
      logFault(error)
      socket.close(POLICY_VIOLATION, "not for you any more")
    }
  }
  function begin(socket: ServerWebSocket<SocketData>): void {
    stop ??= listenRoom(runtime.rooms, { ...view.room(actor), role, userId, sessionId: listenerId }, () =>
      send(socket),
    )
    send(socket)
  }
  return {
    open(socket) {
      if (view.greeting) socket.send(view.greeting)
      if (!view.asksForEmail) begin(socket)
    },
    message(socket, message) {
      if (!view.asksForEmail) return
      if (emailIn(String(message)).trim().toLowerCase() === session.email) begin(socket)
      else socket.close(POLICY_VIOLATION, "not your email")
    },
    close: () => stop?.(),
  }
}
