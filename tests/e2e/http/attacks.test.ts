import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { changePassword } from "#core/identity/change-password.server.ts"
import { requestEmailChange } from "#core/identity/request-email-change.server.ts"
import { addPasskey, beginPasskey } from "#core/passkeys/add-passkey.server.ts"
import { users } from "#db/schema/index.ts"
import { passwords } from "#server/auth/passwords.ts"
import { webAuthnPasskeys as webAuthn } from "#server/auth/webauthn-passkeys.ts"
import { ctxFor } from "#tests/support/database.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { anAuthenticator } from "#tests/support/passkey-authenticator.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { type Visitor, visitor } from "#tests/support/visitor.ts"

/**
 * Attacks over HTTP that once succeeded. They print what they did and what happened: `npm test
 * tests/e2e/http/attacks.test.ts`.
 */
const server = useSharedServer()
const ports = { passwords, passkeys: webAuthn }
const NEW_PASSWORD = "Barrow#2026xy"

/** What an attack did, line by line; printed at its end. */
function anAttack(title: string) {
  const lines = [`attack: ${title}`]
  return {
    did: (what: string) => void lines.push(`  ${what}`),
    print: () => console.info(lines.join("\n")),
  }
}

async function aVictim() {
  const person = await aPersonWithPassword(server.database.db, ["customer", "seller"])
  const ctx = ctxFor(server.database, { role: "customer", userId: person.userId }, { ports })
  return { ...person, ctx }
}
type Victim = Awaited<ReturnType<typeof aVictim>>

/** How the owner recovers the account: with the emailed link and a new password, over the API or on the link's page. */
async function resetPassword({ email }: Victim, by: "page" | "API"): Promise<void> {
  const owner = await visitor(server)
  const asked = await owner.open("/forgotpassword?page=login")
  await asked.press("Forgot", { Email: email })
  const sent = await waitForEmail(server, { to: email, subject: "Choose a new Pushcart password" })
  const link = new URL(sent.links.find((one) => one.includes("/newpassword"))!)
  if (by === "page") {
    const page = await owner.open(link.pathname + link.search)
    const set = await page.press("Save the new password", {
      "New Password": NEW_PASSWORD,
      "Confirm Password": NEW_PASSWORD,
    })
    expect(set.text).toContain("Your new password is set.")
    return
  }
  const answer = await fetch(`${server.url}/api/v1/seller/updatePassword`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password: NEW_PASSWORD, token: link.searchParams.get("id") }),
  })
  expect(answer.status).toBe(200)
}

const RECOVERIES: Record<string, (victim: Victim) => Promise<unknown>> = {
  "a new password by the emailed link": (victim) => resetPassword(victim, "page"),
  "a new password by the emailed link over the API": (victim) => resetPassword(victim, "API"),
  "a new password on /account": ({ ctx, password }) =>
    changePassword(ctx, { currentPassword: password, password: NEW_PASSWORD, token: null }),
}

it.each(Object.entries(RECOVERIES))(
  "1: an email change asked for before %s",
  { tags: ["ACCT-34"] },
  async (by, recover) => {
    const attack = anAttack(`the email is changed by a link that was asked for before ${by}`)
    const victim = await aVictim()
    const wanted = `thief-${victim.userId}@example.test`
    await requestEmailChange(victim.ctx, { email: wanted, password: victim.password })
    const sent = await waitForEmail(server, { to: wanted, subject: "Confirm your new email for Pushcart" })
    const link = new URL(sent.links.find((one) => one.includes("/new-email"))!)
    attack.did(`the thief has the link ${link.pathname}, which works for a day`)
    await recover(victim)
    attack.did(`the owner recovers the account by ${by}`)
    const thief = await visitor(server)
    const page = await thief.post(link.pathname + link.search, {})
    attack.did(`POST ${link.pathname}: ${page.status}, "${page.text.match(/This link[^.]*\./)?.[0]}"`)
    const [owner] = await server.database.db.select().from(users).where(eq(users.id, victim.userId))
    attack.did(
      owner!.email === victim.email ? "the email is the owner's: held" : "the email is the thief's: LOST",
    )
    attack.print()
    expect(page.text).toContain("has expired or was already used")
    expect(owner!.email).toBe(victim.email)
  },
)

/** Where signing in with the passkey leads: the page after POST /login. */
async function useOf(authenticator: ReturnType<typeof anAuthenticator>, browser: Visitor) {
  const options = await browser.post("/passkey-options", {})
  const { challenge } = JSON.parse(options.text) as { challenge: string }
  const answer = JSON.stringify(authenticator.use(challenge))
  return browser.post("/login", { intent: "passkey", answer })
}

it.each(Object.entries(RECOVERIES))(
  "2: a passkey of somebody else after %s",
  { tags: ["ACCT-53"] },
  async (by, recover) => {
    const attack = anAttack(`a passkey that the thief added opens the account after ${by}`)
    const victim = await aVictim()
    const site = { origin: server.url, host: new URL(server.url).hostname }
    const authenticator = anAuthenticator(site)
    const begun = await beginPasskey(victim.ctx, { name: "Key", password: victim.password, site })
    await addPasskey(victim.ctx, { answer: authenticator.make(String(begun.challenge)), site })
    const before = await useOf(authenticator, await visitor(server))
    attack.did(`the thief adds a passkey and uses it: ${before.status} ${before.path}`)
    await recover(victim)
    attack.did(`the owner recovers the account by ${by}`)
    const after = await useOf(authenticator, await visitor(server))
    attack.did(
      `the thief uses the passkey again: ${after.status} ${after.path}: ${after.path === "/home" ? "LOST" : "held"}`,
    )
    attack.print()
    expect(before.path).toBe("/home")
    expect([after.status, after.path]).toEqual([422, "/login"])
    const told = await waitForEmail(server, { to: victim.email, subject: "A passkey was removed" })
    expect(told.text).toContain("You have no passkeys left.")
  },
)
