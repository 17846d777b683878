import { createMiddleware } from "hono/factory"
import { HTTPException } from "hono/http-exception"
import type { Context, PersonActor, Role } from "#core/context.ts"
import type { Runtime } from "#server/compose.ts"
import type { HttpEnv, HttpVariables } from "#server/http/security-headers.ts"

export type RoleEnv<R extends Role> = { Variables: HttpVariables & { ctx: Context<PersonActor<R>> } }

/**
 * Lets only sessions of these roles through, and gives the handler its core context:
 * `api.get("/auth/customerInfo", only(runtime, "customer"), (c) => … c.get("ctx"))`. 401 to nobody, 403 to others.
 */
export function only<R extends Role>(runtime: Runtime, ...roles: [R, ...R[]]) {
  return createMiddleware<RoleEnv<R> & HttpEnv>(async (c, next) => {
    const { session } = await c.get("caller")()
    if (!session) throw new HTTPException(401, { message: "Please log in." })
    const role = roles.find((allowed) => allowed === session.role)
    if (!role) throw new HTTPException(403, { message: "This is for others than you are logged in as." })
    c.set("ctx", runtime.contextFor({ role, userId: session.userId }))
    await next()
  })
}
