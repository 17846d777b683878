import { Hono } from "hono"
import { HTTPException } from "hono/http-exception"
import { z } from "zod"
import { mayHearWaiting } from "#core/deliveries/may-hear-waiting.server.ts"
import { mayJoin } from "#core/ports/room-membership.ts"
import { homeRoom, PARTIES, WAITING_ROOM } from "#core/ports/rooms.ts"
import type { Runtime } from "#server/compose.ts"
import type { HttpEnv } from "#server/http/security-headers.ts"
import { only } from "../only.ts"

const ticketQuery = z.object({ party: z.enum(PARTIES), room: z.string().min(1).max(64).optional() })

/**
 * A short-lived ticket for a room that the session's person belongs to; without `room`, for their own. Live pages ask
 * for one per connection, so that someone who loses the right to a room leaves it when the ticket ends.
 */
export function roomTicket(runtime: Runtime): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get(
    "/rooms/ticket",
    only(runtime, "customer", "seller", "deliverer", "admin"),
    async (c) => {
      const { userId, role } = c.get("ctx").actor
      const { party, room = homeRoom({ userId, role }).room } = ticketQuery.parse(c.req.query())
      const request = { party, room, userId, role }
      const waiting = party === WAITING_ROOM.party && room === WAITING_ROOM.room
      if (!mayJoin(request) || (waiting && !(await mayHearWaiting(c.get("ctx")))))
        throw new HTTPException(403, { message: "This room is not yours." })
      const ticket = await runtime.rooms.port.mintTicket(request)
      return c.json(ticket, 200, { "Cache-Control": "no-store" })
    },
  )
}
