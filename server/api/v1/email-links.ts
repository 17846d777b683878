import { Hono } from "hono"
import { confirmEmail } from "#core/accounts/confirm-email.server.ts"
import { forgotPasswordInput } from "#core/accounts/inputs.ts"
import { requestPasswordReset } from "#core/accounts/request-password-reset.server.ts"
import type { Runtime } from "#server/compose.ts"
import { clientAddress } from "#server/http/client-address.ts"
import type { HttpEnv } from "#server/http/security-headers.ts"

const FORGOTTEN = [
  { role: "customer", path: "/email/forgotPasswordCustomer/:email" },
  { role: "seller", path: "/email/forgotPasswordSeller/:email" },
] as const

const CONFIRMED = [
  "/email/emailConfirmedCustomer/:token",
  "/email/emailConfirmedSeller/:token",
  "/email/emailConfirmedDeliverer/:token",
] as const

/** The specification's GET calls about letters. They answer the same whether or not the e-mail has an account. */
export function emailLinks(runtime: Runtime): Hono<HttpEnv> {
  const api = new Hono<HttpEnv>()
  const ctx = () => runtime.contextFor({ role: "anonymous" })
  for (const { role, path } of FORGOTTEN) {
    api.get(path, async (c) => {
      const { email } = forgotPasswordInput.parse({ email: c.req.param("email") })
      await requestPasswordReset(ctx(), { email, role, address: clientAddress(c.req.raw) })
      return c.json({ sent: true })
    })
  }
  for (const path of CONFIRMED) {
    api.get(path, async (c) => {
      const token = c.req.param("token")
      await confirmEmail(ctx(), { token, address: clientAddress(c.req.raw) })
      return c.json({ emailConfirmed: true })
    })
  }
  return api
}
