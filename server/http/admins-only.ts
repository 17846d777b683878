import { createMiddleware } from "hono/factory"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import { tellSecurity } from "#core/security-log.server.ts"
import type { HttpEnv } from "./http-env.ts"

/** Lets admins in, and redirects everyone else to the admins' sign-in page. */
export const adminsOnly = createMiddleware<HttpEnv>(async (c, next) => {
  const { session } = await c.get("caller")()
  if (session?.actor.role !== "admin") {
    if (session) {
      const { role, userId } = session.actor
      tellSecurity("access.denied", { role, userId })
    }
    return c.redirect(ROLE_PAGES.admin.signIn)
  }
  await next()
})
