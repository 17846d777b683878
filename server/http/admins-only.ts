import { createMiddleware } from "hono/factory"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { HttpEnv } from "./http-env.ts"

/** Lets admins in, and shows everybody else to where admins sign in. */
export const adminsOnly = createMiddleware<HttpEnv>(async (c, next) => {
  const { session } = await c.get("caller")()
  if (session?.role !== "admin") return c.redirect(ROLE_PAGES.admin.signIn)
  await next()
})
