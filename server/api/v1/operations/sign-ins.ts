import { z } from "zod"
import { checkCredentials } from "#core/identity/check-credentials.server.ts"
import { signInInput } from "#core/identity/inputs.ts"
import { ROLES, type Role } from "#core/identity/roles.ts"
import { clientAddress } from "#server/http/client-address.ts"
import { done } from "../fields.ts"
import { type Call, type Operation, operation } from "../operation.ts"

const SIGN_INS = [
  { role: "customer", tag: "Customer auth", path: "/auth/login", page: "/login" },
  { role: "seller", tag: "Seller", path: "/seller/LoginSeller", page: "/market" },
  { role: "deliverer", tag: "Express", path: "/pushcartexpress/login", page: "/express" },
  { role: "admin", tag: "Admin", path: "/admin/loginAdmin", page: "/admin" },
] as const satisfies { role: Role; tag: string; path: string; page: string }[]

const SIGN_OUTS = [
  { method: "post", tag: "Customer auth", path: "/auth/logout" },
  { method: "post", tag: "Seller", path: "/seller/LogoutSeller" },
  { method: "post", tag: "Express", path: "/pushcartexpress/logout" },
  { method: "get", tag: "Admin", path: "/admin/logoutAdmin" },
  { method: "post", tag: "Admin", path: "/admin/logoutAdmin", ours: true },
] as const

const body = signInInput.meta({
  id: "SignIn",
  examples: [{ email: "ada@example.com", password: "Melons#2026ab" }],
})

const signedIn = z
  .object({ role: z.enum(ROLES), email: z.string() })
  .meta({ id: "SignedIn", examples: [{ role: "customer", email: "ada@example.com" }] })

/** Signing in and out for all four roles: the session is a cookie, bound to the role in the path. */
export const signIns: Operation[] = [
  ...SIGN_INS.map(({ role, tag, path, page }) =>
    operation({
      method: "post",
      path,
      tag,
      summary: `Sign in as ${role}`,
      description:
        "Sets the session's cookie for 8 hours. It replaces the browser's session of another role.",
      roles: ["anyone"],
      body,
      answer: signedIn,
      rejections: ["wrong_credentials", "email_not_confirmed", "rate_limited"],
      page,
      command: "checkCredentials",
      handle: ({ ctx, body, http, runtime }) => signIn(role, { ctx, body, http, runtime }),
    }),
  ),
  ...SIGN_OUTS.map((out) =>
    operation({
      ...out,
      changes: true,
      summary: "Sign out",
      description: "Also succeeds without a session.",
      roles: ["anyone"],
      answer: done("loggedOut"),
      page: "/logout",
      command: "sessions.close",
      async handle({ http, runtime }) {
        for (const cookie of await runtime.ports.sessions.close(http.req.raw))
          http.header("Set-Cookie", cookie, { append: true })
        return { loggedOut: true as const }
      },
    }),
  ),
]

type SignIn = Pick<
  Call<"anyone", unknown, unknown, z.output<typeof signInInput>>,
  "ctx" | "body" | "http" | "runtime"
>

async function signIn(role: Role, { ctx, body, http, runtime }: SignIn) {
  const { sessions } = runtime.ports
  const known = { address: clientAddress(http.req.raw), device: sessions.device(http.req.raw) }
  const person = await checkCredentials(ctx, { ...body, role, ...known })
  for (const cookie of await sessions.open(http.req.raw, person))
    http.header("Set-Cookie", cookie, { append: true })
  return { role, email: body.email }
}
