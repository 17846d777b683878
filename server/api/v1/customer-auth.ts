import { Hono } from "hono"
import { z } from "zod"
import { customerInfo } from "#core/accounts/customer-info.server.ts"
import { emailField, firstNameField, lastNameField } from "#core/accounts/fields.ts"
import { newPasswordField } from "#core/accounts/password.ts"
import { registerCustomer } from "#core/accounts/register-customer.server.ts"
import { resetPassword } from "#core/accounts/reset-password.server.ts"
import type { Runtime } from "#server/compose.ts"
import { clientAddress } from "#server/http/client-address.ts"
import type { HttpEnv } from "#server/http/security-headers.ts"
import { only } from "../only.ts"
import { readInput } from "../read-input.ts"

/** The specification's customer object; whoever calls this has shown the terms and had them ticked. */
const registerInput = z.object({
  firstName: firstNameField,
  lastName: lastNameField,
  email: emailField,
  password: newPasswordField,
})
const updatePasswordInput = z.object({
  password: newPasswordField,
  token: z.string({ error: "The token of the link is missing." }).min(1, "The token of the link is missing."),
})

/** The calls of the specification's "Customer auth", and setting a new password for sellers. */
export function customerAuth(runtime: Runtime): Hono<HttpEnv> {
  const api = new Hono<HttpEnv>()
  const ctx = () => runtime.contextFor({ role: "anonymous" })
  api.post("/auth/register", async (c) => {
    const names = { firstname: "firstName", lastname: "lastName" }
    const input = await readInput(c, registerInput, names)
    const address = clientAddress(c.req.raw)
    const idempotencyKey = c.req.header("idempotency-key")
    const { confirmed } = await registerCustomer(ctx(), { ...input, address, idempotencyKey })
    return c.json({ email: input.email, emailConfirmed: confirmed }, 201)
  })
  api.on(
    "PUT",
    ["/auth/updatePassword", "/auth/updatePassword/", "/seller/updatePassword", "/seller/updatePassword/"],
    async (c) => {
      const input = await readInput(c, updatePasswordInput)
      await resetPassword(ctx(), { ...input, address: clientAddress(c.req.raw) })
      return c.json({ updated: true })
    },
  )
  api.get("/auth/customerInfo", only(runtime, "customer"), async (c) =>
    c.json(await customerInfo(c.get("ctx"))),
  )
  api.get("/auth/customerEmail", only(runtime, "customer"), async (c) => {
    const { email } = await customerInfo(c.get("ctx"))
    return c.json({ email })
  })
  return api
}
