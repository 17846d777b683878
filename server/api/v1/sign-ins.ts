import { Hono } from "hono"
import { checkCredentials } from "#core/accounts/check-credentials.server.ts"
import { signInInput } from "#core/accounts/inputs.ts"
import type { Role } from "#core/context.ts"
import type { Runtime } from "#server/compose.ts"
import { clientAddress } from "#server/http/client-address.ts"
import type { HttpEnv } from "#server/http/security-headers.ts"
import { readInput } from "../read-input.ts"

const LOGINS = [
  { role: "customer", path: "/auth/login" },
  { role: "seller", path: "/seller/LoginSeller" },
  { role: "deliverer", path: "/pushcartexpress/login" },
  { role: "admin", path: "/admin/loginAdmin" },
] as const satisfies { role: Role; path: string }[]

/** Signing in and out of all four roles, under the specification's paths. */
export function signIns(runtime: Runtime): Hono<HttpEnv> {
  const api = new Hono<HttpEnv>()
  const { sessions } = runtime.ports
  for (const { role, path } of LOGINS) {
    api.post(path, async (c) => {
      const input = await readInput(c, signInInput)
      const ctx = runtime.contextFor({ role: "anonymous" })
      const person = await checkCredentials(ctx, { ...input, role, address: clientAddress(c.req.raw) })
      for (const cookie of await sessions.open(c.req.raw, person))
        c.header("Set-Cookie", cookie, { append: true })
      return c.json({ role, email: input.email })
    })
  }
  // Signing out works without a session too: it leaves nothing behind either way.
  api.on(
    ["POST", "GET"],
    ["/auth/logout", "/seller/LogoutSeller", "/pushcartexpress/logout", "/admin/logoutAdmin"],
    async (c, next) => {
      if ((c.req.method === "GET") !== c.req.path.endsWith("/logoutAdmin")) return next()
      for (const cookie of await sessions.close(c.req.raw)) c.header("Set-Cookie", cookie, { append: true })
      return c.json({ loggedOut: true })
    },
  )
  return api
}
