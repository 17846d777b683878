import { z } from "zod"
import { viewShipTo } from "#core/checkout/ship-to.server.ts"
import { confirmEmail } from "#core/identity/confirm-email.server.ts"
import { customerInfo } from "#core/identity/customer-info.server.ts"
import { emailField, firstNameField, lastNameField } from "#core/identity/fields.ts"
import { newPasswordField } from "#core/identity/password.ts"
import { requestPasswordReset } from "#core/identity/request-password-reset.server.ts"
import { resetPassword } from "#core/identity/reset-password.server.ts"
import { registerCustomer } from "#core/registration/register-customer.server.ts"
import { clientAddress } from "#server/http/client-address.ts"
import { done, ignored, maybe, ownEmail, registration, text, time } from "../fields.ts"
import { type Operation, operation } from "../operation.ts"

/** The specification's customer object. The caller has shown the terms and the person has accepted them. */
const registerBody = z
  .object({
    firstname: firstNameField,
    lastname: lastNameField,
    email: emailField,
    password: newPasswordField,
    agree: ignored,
    token: ignored,
    role: ignored,
  })
  .meta({
    id: "CustomerRegistration",
    examples: [{ firstname: "Ada", lastname: "Byron", email: "ada@example.test", password: "Melons#2026ab" }],
  })

const passwordBody = z
  .object({
    password: newPasswordField,
    token: z
      .string({ error: "The token of the link is missing." })
      .min(1, "The token of the link is missing."),
  })
  .meta({
    id: "NewPassword",
    examples: [{ password: "Barrow#2026xy", token: "the id of the email's link" }],
  })

const PASSWORDS = [
  { tag: "Customer auth", path: "/auth/updatePassword/", also: "/auth/updatePassword" },
  { tag: "Seller", path: "/seller/updatePassword/", also: "/seller/updatePassword" },
] as const
const FORGOTTEN = [
  { role: "customer", path: "/email/forgotPasswordCustomer/{email}" },
  { role: "seller", path: "/email/forgotPasswordSeller/{email}" },
] as const
const CONFIRMED = ["Customer", "Seller", "Deliverer"]

/** Registering as a customer, passwords, and the links in emails. */
export const accounts: Operation[] = [
  operation({
    method: "post",
    path: "/auth/register",
    tag: "Customer auth",
    summary: "Register as a customer",
    description: "Sends an email with a link to confirm the address; signing in is only possible after that.",
    roles: ["anyone"],
    body: registerBody,
    status: 201,
    answer: registration,
    rejections: ["duplicate_email", "rate_limited", "idempotency_conflict"],
    fieldNames: { firstName: "firstname", lastName: "lastname" },
    idempotency: "command",
    page: "/login",
    command: "registerCustomer",
    async handle({ ctx, body, http, idempotencyKey }) {
      const { firstname: firstName, lastname: lastName, email, password } = body
      const address = clientAddress(http.req.raw)
      const { confirmed } = await registerCustomer(ctx, {
        firstName,
        lastName,
        email,
        password,
        address,
        idempotencyKey,
      })
      return { email, emailConfirmed: confirmed }
    },
  }),
  operation({
    method: "get",
    path: "/auth/customerInfo",
    tag: "Customer auth",
    summary: "The signed-in customer",
    roles: ["customer"],
    answer: z
      .object({
        id: text,
        firstname: text,
        lastname: text,
        email: text,
        stipeID: maybe(text),
        emailConfirmed: z.boolean(),
        agree: z.boolean(),
        dateAccepted: maybe(time),
        role: z.literal("customer"),
      })
      .meta({ id: "Customer" }),
    page: "—",
    command: "customerInfo",
    async handle({ ctx }) {
      const { stripeCustomerId, dateAccepted, ...info } = await customerInfo(ctx)
      return { ...info, stipeID: stripeCustomerId, dateAccepted: dateAccepted?.toISOString() ?? null }
    },
  }),
  operation({
    method: "get",
    path: "/auth/customerEmail",
    tag: "Customer auth",
    summary: "The customer's email, for the read-only fields of forms",
    roles: ["customer"],
    answer: ownEmail,
    page: "/ship-to, /pay",
    command: "viewShipTo",
    handle: async ({ ctx }) => ({ email: (await viewShipTo(ctx)).shipTo.email }),
  }),
  ...PASSWORDS.map(({ tag, path, also }) =>
    operation({
      method: "put",
      path,
      alsoAt: [also],
      tag,
      summary: "Set a new password with the token in the emailed link",
      description:
        "Ends all sessions of the account and removes the passkeys that were added in the last 30 days. A token works once.",
      roles: ["anyone"],
      body: passwordBody,
      answer: done("updated"),
      rejections: ["token_expired", "rate_limited"],
      page: "/newpassword",
      command: "resetPassword",
      async handle({ ctx, body, http }) {
        const { userId } = await resetPassword(ctx, { ...body, address: clientAddress(http.req.raw) })
        for (const cookie of ctx.ports.sessions.rememberDevice(http.req.raw, userId))
          http.header("Set-Cookie", cookie, { append: true })
        return { updated: true as const }
      },
    }),
  ),
  ...FORGOTTEN.map(({ role, path }) =>
    operation({
      method: "get",
      changes: true,
      path,
      tag: "Email",
      summary: `Send a ${role} a link for a new password`,
      description: "The response is the same whether or not the email has an account.",
      roles: ["anyone"],
      params: z.object({
        email: emailField.meta({ description: "The email of the account.", examples: ["ada@example.test"] }),
      }),
      answer: done("sent"),
      rejections: ["rate_limited"],
      page: "/forgotpassword",
      command: "requestPasswordReset",
      async handle({ ctx, params, http }) {
        await requestPasswordReset(ctx, { email: params.email, role, address: clientAddress(http.req.raw) })
        return { sent: true as const }
      },
    }),
  ),
  ...CONFIRMED.map((who) =>
    operation({
      method: "get",
      changes: true,
      path: `/email/emailConfirmed${who}/{token}`,
      tag: "Email",
      summary: `Confirm a ${who.toLowerCase()}'s email with the token in the emailed link`,
      roles: ["anyone"],
      params: z.object({
        token: z
          .string()
          .max(500)
          .meta({ description: "The `id` of the emailed link.", examples: ["the id of the email's link"] }),
      }),
      answer: done("emailConfirmed"),
      rejections: ["token_expired", "rate_limited"],
      page: "/email-confirmed",
      command: "confirmEmail",
      async handle({ ctx, params, http }) {
        await confirmEmail(ctx, { token: params.token, address: clientAddress(http.req.raw) })
        return { emailConfirmed: true as const }
      },
    }),
  ),
]
