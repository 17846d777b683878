import { beforeEach, expect, it } from "vitest"
import { checkCredentials } from "#core/identity/check-credentials.server.ts"
import { provePassword } from "#core/identity/prove-password.server.ts"
import type { Role } from "#core/identity/roles.ts"
import { signInWithPasskey } from "#core/passkeys/sign-in-with-passkey.server.ts"
import { type SecurityEvent, securityCounts } from "#core/security-log.server.ts"
import { passwords } from "#server/auth/passwords.ts"
import { secondFactor } from "#server/auth/second-factor.ts"
import { webAuthnPasskeys } from "#server/auth/webauthn-passkeys.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { hearLog, type LogLine } from "#tests/support/log.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"

const database = useDatabase()
const ports = {
  passkeys: webAuthnPasskeys,
  passwords,
  secondFactor: secondFactor({ secret: "s".repeat(32), required: true }),
}
const nobody = () => ctxFor(database, { role: "anonymous" }, { ports })
const address = "203.0.113.77"
const WRONG = "Wrong#2026aa"

let lines: LogLine[]
beforeEach(() => {
  lines = hearLog()
})

const signIn = (email: string, password: string, role: Role = "customer") =>
  checkCredentials(nobody(), { email, password, role, address, code: undefined }).catch(() => {})
/** The log lines, without the fields that every line has. */
const told = () =>
  lines.map(({ time: _, process: __, version: ___, requestId: ____, route: _____, ...rest }) => rest)
const countOf = (event: SecurityEvent, role: string) =>
  securityCounts().find((one) => one.event === event && one.role === role)?.times ?? 0

it("logs who signed in and who could not, in lines of one shape, and counts them", {
  tags: ["SEC-32"],
}, async () => {
  const { userId, email, password } = await aPersonWithPassword(database.db, ["customer"])
  const before = [countOf("sign_in.done", "customer"), countOf("sign_in.failed", "customer")]
  await signIn(email, password)
  await signIn(email, WRONG)
  await signIn("nobody-at-all@example.test", WRONG)
  await signIn(email, password, "seller")
  const failed = { level: "info", event: "sign_in.failed", by: "password", reason: "wrong_credentials" }
  expect(told()).toEqual([
    { level: "info", event: "sign_in.done", by: "password", role: "customer", userId },
    { ...failed, role: "customer", userId },
    { ...failed, role: "customer", userId: null },
    { ...failed, role: "seller", userId },
  ])
  const after = [countOf("sign_in.done", "customer"), countOf("sign_in.failed", "customer")]
  expect(after).toEqual([before[0]! + 1, before[1]! + 2])
  const said = JSON.stringify(lines)
  for (const secret of [email, "nobody-at-all", password, WRONG, address]) expect(said).not.toContain(secret)
})

it("logs a limit that was reached, and the sign-in that it stopped", { tags: ["SEC-32"] }, async () => {
  const { userId, email } = await aPersonWithPassword(database.db, ["deliverer"])
  for (let tries = 0; tries < 9; tries++) await signIn(email, WRONG, "deliverer")
  const limit = "sign in to an account from an address"
  expect(told().slice(-2)).toEqual([
    { level: "info", event: "limit.reached", role: "anonymous", limit },
    {
      level: "info",
      event: "sign_in.failed",
      by: "password",
      role: "deliverer",
      userId,
      reason: "rate_limited",
    },
  ])
  expect(lines.filter(({ event }) => event === "limit.reached")).toHaveLength(1)
  const said = JSON.stringify(lines)
  for (const secret of [email, WRONG, address]) expect(said).not.toContain(secret)
})

it("logs a passkey that opens nothing, and a password that was not proved again", {
  tags: ["SEC-32"],
}, async () => {
  const site = { origin: "https://shop.test", host: "shop.test" }
  await signInWithPasskey(nobody(), { answer: { id: "none" }, role: "admin", site, address }).catch(() => {})
  const { userId } = await aPersonWithPassword(database.db, ["customer"])
  const asked = ctxFor(database, { role: "customer", userId }, { ports })
  await provePassword(asked, WRONG).catch(() => {})
  expect(told()).toEqual([
    {
      level: "info",
      event: "sign_in.failed",
      by: "passkey",
      role: "admin",
      userId: null,
      reason: "wrong_credentials",
    },
    { level: "info", event: "proof.failed", by: "password", role: "customer", userId },
  ])
})
