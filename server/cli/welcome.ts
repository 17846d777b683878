import type { Env } from "#server/platform/env.ts"

const DEMO_PASSWORD = "Pushcart#2026"
const DEMO_LOGINS = [
  ["customer@pushcart.test", "/login"],
  ["seller@pushcart.test", "/market"],
  ["courier@pushcart.test", "/express"],
  ["admin@pushcart.test", "/admin"],
] as const

/** What npm start says when everything is up. */
export function welcome(env: Env): string {
  const lines = ["", `  Pushcart is open:  ${env.PUBLIC_URL}`]
  if (env.DEMO) {
    lines.push(
      `  E-mails it sends:  ${env.PUBLIC_URL}/dev/mailbox`,
      "",
      `  Demo logins, all with ${DEMO_PASSWORD}`,
    )
    for (const [email, page] of DEMO_LOGINS) lines.push(`    ${email.padEnd(24)} ${env.PUBLIC_URL}${page}`)
    lines.push("", "  Pay with 4242 4242 4242 4242, any later month, any CVC. No real money moves.")
  }
  lines.push("", "  Ctrl-C stops it; the data stays in the data folder.", "")
  return lines.join("\n")
}
