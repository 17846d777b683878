import { randomBytes } from "node:crypto"
import { DomainError } from "#core/errors.ts"
import { createAdmin } from "#core/identity/create-admin.server.ts"
import { emailField } from "#core/identity/fields.ts"
import { exitWith } from "#server/cli/exit-with.ts"
import { createRuntime } from "#server/compose.ts"
import { readEnv } from "#server/config/env.ts"

/**
 * `npm run admin -- someone@example.com "Their Name"`: creates an admin in the database of this environment. Prints the
 * first password and the authenticator's secret once; neither can be read again.
 */
async function main([typed = "", name = "Admin"]: string[]): Promise<string> {
  const email = emailField.safeParse(typed)
  if (!email.success)
    throw new DomainError("invalid", 'Usage: npm run admin -- someone@example.com "Their Name"')
  const runtime = await createRuntime(readEnv())
  try {
    const password = `${randomBytes(15).toString("base64url")}aA#1`
    const ctx = runtime.contextFor({ role: "system" })
    const { authenticatorUri } = await createAdmin(ctx, { email: email.data, name, password })
    return [
      `${email.data} is an admin now.`,
      `  Password:      ${password}`,
      `  Authenticator: ${authenticatorUri}`,
      "Add the authenticator's address to an app that makes codes (as a QR code, or by its secret).",
      `Log in at ${runtime.env.PUBLIC_URL}/admin. This is shown once.`,
    ].join("\n")
  } finally {
    await runtime.close()
  }
}

try {
  console.log(await main(process.argv.slice(2)))
  process.exit(0)
} catch (error) {
  if (!(error instanceof DomainError)) exitWith(error)
  console.error(error.message)
  process.exit(1)
}
