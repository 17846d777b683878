import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { DAY_MS } from "#core/durations.ts"
import { passkeys, sessions } from "#db/schema/index.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const NEW_PASSWORD = "Barrow#2026xy"

/** A person with a passkey from last month and two from this week. */
async function aPerson() {
  const { db } = server.database
  const person = await aPersonWithPassword(db, ["customer"])
  const { userId } = person
  const days = { "Old phone": 60, "My laptop": 3, "Who knows": 2 }
  await db.insert(passkeys).values(
    Object.entries(days).map(([name, ago]) => ({
      userId,
      name,
      credentialId: `${name} ${userId}`,
      publicKey: "AA",
      counter: 0,
      createdAt: new Date(Date.now() - ago * DAY_MS),
    })),
  )
  const left = async () =>
    (await db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt)).map(
      ({ name }) => name,
    )
  return { ...person, left }
}

/** A passkey's checkbox is labeled with its name, followed by dates. */
const labelOf = (page: { document: Document }, name: string) =>
  [...page.document.querySelectorAll(".check")].find((one) => one.textContent?.includes(`“${name}”`))!
    .textContent!

const ticked = (page: { document: Document }) =>
  [...page.document.querySelectorAll<HTMLInputElement>("[name=removedPasskeys]")].map((box) =>
    box.hasAttribute("checked"),
  )

it("shows the passkeys beside a new password by the emailed link, and removes what is ticked", {
  tags: ["ACCT-53", "NOJS-1"],
}, async () => {
  const { email, left } = await aPerson()
  const visit = await visitor(server)
  await (await visit.open("/forgotpassword?page=login")).press("Forgot", { Email: email })
  const sent = await waitForEmail(server, { to: email, subject: "Choose a new Pushcart password" })
  const link = new URL(sent.links.find((one) => one.includes("/newpassword"))!)
  const page = await visit.open(link.pathname + link.search)
  expect(ticked(page)).toEqual([false, true, true])
  const typed = { "New Password": NEW_PASSWORD, "Confirm Password": "Another#2026xy" }
  const rejected = await page.press("Save the new password", {
    ...typed,
    [labelOf(page, "My laptop")]: false,
  })
  expect(rejected.text).toContain("Passwords does not match, Thank you!")
  // The checkboxes are still as the person left them.
  expect(ticked(rejected)).toEqual([false, false, true])
  const set = await rejected.press("Save the new password", { ...typed, "Confirm Password": NEW_PASSWORD })
  expect(set.text).toContain("Your new password is set. Log in with it. One passkey was removed.")
  expect(await left()).toEqual(["Old phone", "My laptop"])
  const removed = await waitForEmail(server, { to: email, subject: "A passkey was removed" })
  expect(removed.text).toContain('These passkeys still work: "Old phone", "My laptop".')
  await waitForEmail(server, { to: email, subject: "Your Pushcart password was changed" })
})

it("shows them beside a new password on the account page", { tags: ["ACCT-53"] }, async () => {
  const { userId, left } = await aPerson()
  const visit = await visitor(server, { role: "customer", userId })
  const form = await (await visit.open("/account")).follow("Change password")
  expect(ticked(form)).toEqual([false, true, true])
  const set = await form.press("Set the new password", {
    "Current password": PASSWORD,
    "New password": NEW_PASSWORD,
    "Confirm the new password": NEW_PASSWORD,
    [labelOf(form, "Old phone")]: true,
    [labelOf(form, "My laptop")]: false,
  })
  expect(set.text).toContain("2 passkeys were removed.")
  expect(await left()).toEqual(["My laptop"])
})

it("shows them before all other devices are signed out, where older ones stay", {
  tags: ["ACCT-53"],
}, async () => {
  const { db } = server.database
  const { userId, left } = await aPerson()
  const visit = await visitor(server, { role: "customer", userId })
  await visitor(server, { role: "customer", userId })
  const form = await (await visit.open("/account")).follow("Sign out all others")
  expect(ticked(form)).toEqual([true, true])
  expect(form.text).toContain("“Old phone”, added on")
  const done = await form.press("Sign out all others", { [labelOf(form, "My laptop")]: false })
  expect(done.text).toContain("All other devices are signed out. One passkey was removed.")
  expect(await left()).toEqual(["Old phone", "My laptop"])
  expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(1)
})

it("opens nothing for a browser that was signed in, with every cookie that it had", {
  tags: ["ACCT-54"],
}, async () => {
  const { userId, email } = await aPerson()
  const thief = await visitor(server)
  const signIn = await thief.open("/login")
  expect((await signIn.press("Login", { Email: email, Password: PASSWORD })).path).toBe("/home")
  const had = new Map(thief.cookies)
  expect([...had.keys()]).toContain("user")
  const owner = await visitor(server, { role: "customer", userId })
  await (await (await owner.open("/account")).follow("Sign out all others")).press("Sign out all others")
  for (const [name, value] of had) thief.cookies.set(name, value)
  expect((await thief.open("/account")).path).not.toBe("/account")
  const cookie = [...had].map(([name, value]) => `${name}=${value}`).join("; ")
  expect((await fetch(`${server.url}/api/v1/auth/customerInfo`, { headers: { cookie } })).status).toBe(401)
})
