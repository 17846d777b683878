import { describe, expect, it } from "vitest"
import { createAdmin } from "#core/identity/create-admin.server.ts"
import { countTry } from "#core/identity/rate-limit.server.ts"
import { passwords } from "#server/auth/passwords.ts"
import { secondFactor } from "#server/auth/second-factor.ts"
import { ctxFor } from "#tests/support/database.ts"
import { linkTo } from "#tests/support/email-links.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import { AGREE, registration } from "#tests/support/sign-up.ts"
import { type Visitor, visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

const anEmail = (part: string) => `${part}-${crypto.randomUUID()}@example.test`

async function register(ada: Visitor, email: string, changes: Record<string, string | boolean> = {}) {
  const page = await ada.open("/login?tab=register")
  return page.press("Register", { ...registration(email), ...changes })
}

async function logIn(ada: Visitor, email: string, password = PASSWORD, path = "/login") {
  const page = await ada.open(path)
  return page.press("Login", { Email: email, Password: password })
}

async function anAdminWithPassword(): Promise<string> {
  const email = anEmail("ines")
  const ports = { passwords, secondFactor: secondFactor({ secret: "s".repeat(32), required: false }) }
  const operator = ctxFor(server.database, { role: "system" }, { ports })
  await createAdmin(operator, { email, name: "Ines Admin", password: PASSWORD })
  return email
}

const isMarked = (page: HtmlPage, label: string) => page.field(label).getAttribute("aria-invalid") === "true"

it("is told that a reset link does not work before a password is typed", { tags: ["ACCT-15"] }, async () => {
  const page = await (await visitor(server)).open("/newpassword?user=customer&id=made-up")
  expect(page.text).toContain("This link has expired or was already used. Request a new one.")
  expect(page.document.querySelector("input[type=password]")).toBeNull()
  expect((await page.follow("Request a new link")).path).toBe("/forgotpassword?page=login")
})

describe("a customer", () => {
  it("confirms the email by the link, forgets the password, and chooses a new one", {
    tags: ["ACCT-1", "ACCT-3", "ACCT-4", "ACCT-9", "ACCT-14", "ACCT-18", "ACCT-19", "REG-3", "NOJS-1"],
  }, async () => {
    const email = anEmail("journey")
    const ada = await visitor(server)
    const welcome = await ada.open("/login")
    expect(welcome.text).toContain("Your email must be confirmed before login.")
    const form = await welcome.follow("Register")
    const registered = await form.press("Register", registration(email))
    expect(registered.path).toBe("/login")
    expect(registered.text).toContain(`We sent a confirmation link to ${email}.`)
    expect((await logIn(ada, email)).text).toContain("Email not confirmed")

    const confirmation = await waitForEmail(server, { to: email, subject: "Confirm" })
    const link = confirmation.links.find((one) => one.startsWith(`${server.url}/email-confirmed`))!
    const confirmed = await (await ada.open(link)).press("Log in")
    expect(confirmed.path).toBe("/login")
    expect(confirmed.text).toContain("Your email is confirmed.")
    expect((await logIn(ada, email)).path).toBe("/home")

    const left = await (await ada.open("/about")).press("Sign out")
    expect(left.path).toBe("/login")
    expect(
      [...ada.cookies.keys()].filter((name) => !["font", "flash", "css", "known-device"].includes(name)),
    ).toEqual([])

    const forgot = await left.follow("Forgot your password?")
    expect(forgot.text).toContain("If that address has an account, we'll email it a link.")
    const asked = await forgot.press("Forgot", { Email: email })
    expect(asked.path).toBe("/login")
    expect(asked.text).toContain("If that address has an account")

    const reset = await waitForEmail(server, { to: email, subject: "password" })
    const fresh = await ada.open(reset.links.find((one) => one.startsWith(`${server.url}/newpassword`))!)
    const NEW = "Barrow#2026xy"
    const saved = await fresh.press("Save the new password", { "New Password": NEW, "Confirm Password": NEW })
    expect(saved.path).toBe("/login")
    expect(saved.text).toContain("Your new password is set.")
    expect((await logIn(ada, email)).text).toContain("email and password don't match")
    expect((await logIn(ada, email, NEW)).path).toBe("/home")
  })

  it("reads what is wrong with a registration next to the fields and in the summary", {
    tags: ["ACCT-21", "REG-1", "REG-2"],
  }, async () => {
    const page = await register(await visitor(server), "not an email", {
      "First Name": "",
      Password: "1234",
      "Confirm Password": "5",
      [AGREE]: false,
    })
    const errors = [...page.document.querySelectorAll("form#register .error")].map(
      (error) => error.textContent,
    )
    for (const text of [
      "Enter your first name.",
      "Enter an email like name@example.com.",
      "Needs to have an UpperCase",
      "Needs to have an LowerCase",
      "one special character (@,#, $, %, ^, &, *)",
      "Password must be at least 10 characters long",
      "To join, tick that you are 18 or older and agree to the terms.",
    ])
      expect(errors).toContainEqual(expect.stringContaining(text))
    // The summary lists each error, including the one about different passwords.
    const summary = page.get("alert")
    expect(summary.textContent).toContain("There are 8 problems")
    for (const text of errors) expect(summary.textContent).toContain(text)
    expect([isMarked(page, "First Name"), isMarked(page, "Last Name")]).toEqual([true, false])
  })

  it("is told that two passwords differ, and never gets one back in the page", {
    tags: ["ACCT-22"],
  }, async () => {
    const page = await register(await visitor(server), anEmail("differ"), {
      "Confirm Password": "Other#2026aa",
    })
    const DIFFER = "Passwords does not match, Thank you!"
    expect(page.errorAt("Confirm Password")).toContain(DIFFER)
    expect(page.document.querySelector(".toast")?.textContent).toContain(DIFFER)
    expect(page.field("First Name").value).toBe("Ada")
    expect(page.html).not.toContain("Other#2026aa")
  })

  it("is told that an email was used", { tags: ["REG-4"] }, async () => {
    const { email } = await aPersonWithPassword(server.database.db, ["customer"])
    const page = await register(await visitor(server), email)
    expect(page.document.querySelector(".toast")?.textContent).toContain(
      "This email has been used, please use another one!",
    )
    expect(isMarked(page, "Email")).toBe(true)
  })

  it("sees both fields marked when email and password don't match", { tags: ["ACCT-7"] }, async () => {
    const email = anEmail("nobody")
    const page = await logIn(await visitor(server), email)
    expect(page.document.querySelector(".toast")?.textContent).toContain("email and password don't match")
    expect([isMarked(page, "Email"), isMarked(page, "Password")]).toEqual([true, true])
    expect(page.field("Email").value).toBe(email)
  })

  it("opens a confirmation link without using it up, is offered a new one when it does not work", {
    tags: ["ACCT-16", "ACCT-17"],
  }, async () => {
    const email = anEmail("link")
    const ada = await visitor(server)
    await register(ada, email)
    const link = await linkTo(server.database.db, "email.confirmationRequested", email)
    await ada.open(link)
    const opened = await ada.open(link)
    expect((await opened.press("Log in")).path).toBe("/login")
    const again = await ada.open(link)
    expect(again.get("heading", "Email confirmed")).toBeTruthy()
    const main = again.document.querySelector("main")!
    expect((await again.follow("Log in", main)).path).toBe("/login")

    const expired = await ada.open("/email-confirmed?user=market&id=made-up")
    expect(expired.text).toContain("This link has expired.")
    const sent = await expired.press("Send a new link", { Email: email })
    expect(sent.path).toBe("/market")
    expect(sent.text).toContain("we've emailed it a new link")
  })
})

describe("the pages of signing in", () => {
  it.each([
    { path: "/market", forgot: "/forgotpassword?page=market" },
    { path: "/express", forgot: "/forgotpassword?page=express" },
    { path: "/admin", forgot: null },
  ])(
    "$path signs nobody in who is not of its role",
    { tags: ["ACCT-2", "ACCT-12"] },
    async ({ path, forgot }) => {
      const { email } = await aPersonWithPassword(server.database.db, ["customer"])
      const ada = await visitor(server)
      const [link, ...others] = (await ada.open(path)).all("link", "Forgot your password?")
      expect([link?.getAttribute("href") ?? null, others]).toEqual([forgot, []])
      const rejected = await logIn(ada, email, PASSWORD, path)
      expect(rejected.text).toContain("email and password don't match")
      expect((await logIn(ada, email)).path).toBe("/home")
    },
  )

  it("stops guessing and says when to come back", { tags: ["ACCT-10"] }, async () => {
    const guesser = await visitor(server)
    const email = anEmail("guessed")
    for (let guess = 0; guess < 8; guess++) await logIn(guesser, email, `Guess#2026-${guess}`)
    const stopped = await logIn(guesser, email)
    expect(stopped.get("alert").textContent).toMatch(/Too many tries\. Please try again in 1[45] minutes\./)
  })

  it("lets an admin log in by an emailed link when others have tried a hundred passwords", {
    tags: ["ACCT-31"],
  }, async () => {
    const { db } = server.database
    const email = await anAdminWithPassword()
    const ada = await visitor(server)
    const anyone = ctxFor(server.database, { role: "anonymous" })
    for (let guess = 0; guess <= 100; guess += 1)
      await countTry(anyone, "sign in to an account", email).catch(() => {})
    const locked = await logIn(ada, email, PASSWORD, "/admin")
    expect(locked.text).toContain("Too many tries.")
    const ask = await locked.follow("Too many attempts?")
    expect((await ask.press("Send me a link", { Email: email })).path).toBe("/admin")
    const link = await ada.open(await linkTo(db, "email.deviceLinkRequested", email))
    expect((await link.press("Use this device")).path).toBe("/admin")
    expect((await logIn(ada, email, PASSWORD, "/admin")).path).toBe("/admin-dashboard")
    const again = await link.press("Use this device")
    expect(again.text).toContain("This link has expired or was already used. Request a new one.")
  })

  it("lets no one else in by an admin's emailed link without the password", {
    tags: ["ACCT-31"],
  }, async () => {
    const { db } = server.database
    const email = await anAdminWithPassword()
    const eve = await visitor(server)
    await (await eve.open("/this-device")).press("Send me a link", { Email: email })
    await (await eve.open(await linkTo(db, "email.deviceLinkRequested", email))).press("Use this device")
    expect((await eve.open("/admin-dashboard")).path).toBe("/admin?next=%2Fadmin-dashboard")
    const guessed = await logIn(eve, email, "Guess#2026-1", "/admin")
    expect(guessed.text).toContain("email and password don't match")
  })
})
