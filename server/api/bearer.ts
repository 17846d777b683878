import { createMiddleware } from "hono/factory"
import { findApiToken } from "#core/api-tokens/find-api-token.server.ts"
import { tellSecurity } from "#core/security-log.server.ts"
import type { Runtime } from "#server/compose.ts"
import { callerOf } from "#server/http/caller.ts"
import type { Caller, HttpEnv } from "#server/http/http-env.ts"

/**
 * Scripts send `Authorization: Bearer <personal token>`. A wrong token means no user, even if a valid cookie is sent
 * too.
 */
export function bearerTokens(runtime: Runtime) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const token = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1]
    if (token) {
      let caller: Promise<Caller> | undefined
      c.set("caller", () => {
        caller ??= identify(runtime, token)
        return caller
      })
    }
    await next()
  })
}

async function identify(runtime: Runtime, token: string): Promise<Caller> {
  const found = await findApiToken(runtime.contextFor({ role: "anonymous" }), token)
  if (!found) tellSecurity("api_token.failed", { role: "anonymous" })
  return callerOf(found)
}
