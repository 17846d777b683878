import { Hono } from "hono"
import { HTTPException } from "hono/http-exception"
import { z } from "zod"
import { PARTIES } from "#core/ports/rooms.ts"
import { mayJoin } from "#party/membership.ts"
import type { Runtime } from "#server/compose.ts"
import type { HttpEnv } from "#server/http/security-headers.ts"
import { only } from "../only.ts"

const ticketQuery = z.object({ party: z.enum(PARTIES), room: z.string().min(1).max(64) })

/** A short-lived ticket for a room that the session's person belongs to: live pages ask for one per connection. */
export function roomTicket(runtime: Runtime): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get(
    "/rooms/ticket",
    only(runtime, "customer", "seller", "deliverer", "admin"),
    async (c) => {
      const { userId, role } = c.get("ctx").actor
      const request = { ...ticketQuery.parse(c.req.query()), userId, role }
      if (!mayJoin(request)) throw new HTTPException(403, { message: "This room is not yours." })
      const ticket = await runtime.rooms.port.mintTicket(request)
      return c.json(ticket, 200, { "Cache-Control": "no-store" })
    },
  )
}
