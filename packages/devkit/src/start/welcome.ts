import { DEMO_LOGINS, DEMO_PASSWORD, SATURDAY_LOGIN } from "../../../../core/identity/demo-logins.ts"
import { ROLE_PAGES } from "../../../../core/identity/role-pages.ts"
import { ROLES, type Role } from "../../../../core/identity/roles.ts"
import type { Env } from "../../../../server/config/env.ts"

const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1"])

const warning = (host: string) => [
  `  WARNING: this demo listens on ${host}, beyond this machine. Whoever reaches it can sign in as`,
  "  admin with the password above, and read every email and its password links in the mailbox.",
  "  Stop it and unset HOST unless everybody on this network may do that.",
]

/** The text that npm start prints when everything is ready. */
export function welcome(env: Env): string {
  const { demoPeople, mailboxReaders, mark, secondFactor, stripeKeys } = env.rules
  const lines = ["", `  Pushcart is open:  ${env.PUBLIC_URL}`]
  if (mark)
    lines.push(`  This is a ${mark.word.toLowerCase()} site: every page says so, and no real money moves.`)
  if (mailboxReaders && !env.SMTP_URL)
    lines.push(
      `  Emails it sends:   ${env.PUBLIC_URL}/dev/mailbox${mailboxReaders === "admins" ? " (for admins)" : ""}`,
    )
  if (mailboxReaders === "admins" && secondFactor)
    lines.push(`  Make an admin:     npm run admin -- you@example.com "Your Name"`)
  if (demoPeople) {
    lines.push("", `  Demo logins, all with ${DEMO_PASSWORD}`)
    const login = (email: string, role: Role) =>
      `    ${email.padEnd(24)} ${env.PUBLIC_URL}${ROLE_PAGES[role].signIn}`
    lines.push(...ROLES.map((role) => login(DEMO_LOGINS[role], role)))
    lines.push(`${login(SATURDAY_LOGIN, "seller")} (forty open orders)`)
    if (!LOOPBACK.has(env.HOST)) lines.push("", ...warning(env.HOST))
  }
  if (stripeKeys === "test")
    lines.push("", "  Pay with 4242 4242 4242 4242, any later month, any CVC. No real money moves.")
  lines.push("", "  Ctrl-C stops it; the data stays in the data folder.", "")
  return lines.join("\n")
}
