import { Hono } from "hono"
import { csrf } from "hono/csrf"
import type { Runtime } from "#server/compose.ts"
import type { HttpEnv } from "#server/http/security-headers.ts"
import { health } from "../health.ts"
import { problem } from "../problem.ts"
import { badges } from "./badges.ts"
import { customerAuth } from "./customer-auth.ts"
import { emailLinks } from "./email-links.ts"
import { roomTicket } from "./room-ticket.ts"
import { signIns } from "./sign-ins.ts"

/** Everything under /api/v1. Each part lists its own paths; `only` guards them one by one. */
export function apiV1(runtime: Runtime): Hono<HttpEnv> {
  const api = new Hono<HttpEnv>()
  api.onError(problem)
  // JSON from elsewhere needs a preflight that we never answer; forms do not, so their Origin is checked.
  api.use(csrf())
  api.route("/", health(runtime))
  api.route("/", signIns(runtime))
  api.route("/", customerAuth(runtime))
  api.route("/", emailLinks(runtime))
  api.route("/", badges(runtime))
  api.route("/", roomTicket(runtime))
  return api
}
