import type { Env } from "../../../../server/config/env.ts"

const DEMO_PASSWORD = "Pushcart#2026"
const DEMO_LOGINS = [
  ["customer@pushcart.test", "/login"],
  ["seller@pushcart.test", "/market"],
  ["courier@pushcart.test", "/express"],
  ["admin@pushcart.test", "/admin"],
] as const

const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1"])

const warning = (host: string) => [
  `  WARNING: this demo listens on ${host}, beyond this machine. Whoever reaches it can sign in as`,
  "  admin with the password above, and read every email and its password links in the mailbox.",
  "  Stop it and unset HOST unless everybody on this network may do that.",
]

/** What npm start says when everything is up. */
export function welcome(env: Env): string {
  const lines = ["", `  Pushcart is open:  ${env.PUBLIC_URL}`]
  if (env.DEMO) {
    lines.push(
      `  Emails it sends:   ${env.PUBLIC_URL}/dev/mailbox`,
      "",
      `  Demo logins, all with ${DEMO_PASSWORD}`,
    )
    for (const [email, page] of DEMO_LOGINS) lines.push(`    ${email.padEnd(24)} ${env.PUBLIC_URL}${page}`)
    if (!LOOPBACK.has(env.HOST)) lines.push("", ...warning(env.HOST))
    lines.push("", "  Pay with 4242 4242 4242 4242, any later month, any CVC. No real money moves.")
  }
  lines.push("", "  Ctrl-C stops it; the data stays in the data folder.", "")
  return lines.join("\n")
}
