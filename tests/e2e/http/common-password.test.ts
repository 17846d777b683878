import { expect, it } from "vitest"
import { linkTo } from "#tests/support/email-links.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { useServer } from "#tests/support/server.ts"
import { registration } from "#tests/support/sign-up.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useServer()
const COMMON = "Qwerty@123"
const MESSAGE = "Many people use this password. Choose one that is harder to guess."

it("rejects a common password at its field, wherever one is chosen", { tags: ["ACCT-40"] }, async () => {
  const email = `new-${crypto.randomUUID().slice(0, 8)}@example.test`
  const typed = { ...registration(email), Password: COMMON, "Confirm Password": COMMON }
  for (const [path, button] of [
    ["/login?tab=register", "Register"],
    ["/market?tab=register", "Next"],
    ["/express?tab=register", "Next"],
  ] as const) {
    const form = await (await visitor(server)).open(path)
    const rejected = await form.press(button, typed)
    expect([path, rejected.status, rejected.errorAt("password")]).toEqual([path, 422, MESSAGE])
  }

  const person = await aPersonWithPassword(server.database.db, ["customer"])
  const someone = await visitor(server)
  const forgot = await someone.open("/forgotpassword?page=login")
  await forgot.press("Forgot", { Email: person.email })
  const link = await linkTo(server.database.db, "email.passwordResetRequested", person.email)
  const fresh = await someone.open(link)
  const reset = await fresh.press("Save the new password", {
    "New Password": COMMON,
    "Confirm Password": COMMON,
  })
  expect([reset.status, reset.errorAt("password")]).toEqual([422, MESSAGE])
})
