import { HTTPException } from "hono/http-exception"
import { z } from "zod"
import { mayWatchWaitingDeliveries } from "#core/deliveries/list-deliveries.server.ts"
import { readBadges } from "#core/identity/read-badges.server.ts"
import { ROLES } from "#core/identity/roles.ts"
import { mayJoin } from "#core/ports/room-membership.ts"
import { homeRoom, PARTIES, WAITING_ROOM } from "#core/ports/rooms.ts"
import { type Operation, operation } from "../operation.ts"

/** Calls of the site's own pages, beyond the specification's. */
export const general: Operation[] = [
  operation({
    method: "get",
    path: "/badges",
    tag: "Pages",
    summary: "The counts of the navigation bar",
    roles: ROLES,
    ours: true,
    answer: z
      .object({ cart: z.int(), unseen: z.int() })
      .meta({ id: "Badges", examples: [{ cart: 2, unseen: 0 }] }),
    page: "every page's bar",
    command: "readBadges",
    handle: ({ ctx }) => readBadges(ctx),
  }),
  operation({
    method: "get",
    path: "/rooms/ticket",
    tag: "Pages",
    summary: "A short-lived ticket for a live room",
    description:
      "Without `room`, for the caller's own room. Live pages request a ticket for each connection, so that someone who loses access to a room leaves it when the ticket expires.",
    roles: ROLES,
    ours: true,
    query: z.object({
      party: z.enum(PARTIES).meta({ description: "The kind of room: each role has its own." }),
      room: z.string().min(1).max(64).optional().meta({ description: "The room's name." }),
    }),
    // The only secret in a response: it opens one room, once, within a minute.
    answer: z
      .object({
        ticket: z.string(),
        expiresAt: z.number().meta({ description: "Milliseconds since 1970." }),
        room: z.string(),
        host: z.string().optional(),
      })
      .meta({ id: "RoomTicket" }),
    rejections: ["not_allowed"],
    page: "live pages",
    command: "mintTicket",
    async handle({ ctx, query, runtime, http }) {
      const { userId, role } = ctx.actor
      const { party, room = homeRoom({ userId, role }).room } = query
      const request = { party, room, userId, role }
      const waiting = party === WAITING_ROOM.party && room === WAITING_ROOM.room
      if (!mayJoin(request) || (waiting && !(await mayWatchWaitingDeliveries(ctx))))
        throw new HTTPException(403, { message: "This room is not yours." })
      const { session } = await http.get("caller")()
      if (!session) throw new HTTPException(401, { message: "Please log in." })
      return runtime.rooms.port.mintTicket({ ...request, sessionId: session.sessionId })
    },
  }),
]
