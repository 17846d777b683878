import { Hono } from "hono"
import { readBadges } from "#core/accounts/read-badges.server.ts"
import type { Runtime } from "#server/compose.ts"
import type { HttpEnv } from "#server/http/security-headers.ts"
import { only } from "../only.ts"

/** The counts of the navigation bar, for pages that come from the back-forward cache. */
export function badges(runtime: Runtime): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get(
    "/badges",
    only(runtime, "customer", "seller", "deliverer", "admin"),
    async (c) => c.json(await readBadges(c.get("ctx")), 200, { "Cache-Control": "no-store" }),
  )
}
