import type { Page } from "playwright"
import { describe, it } from "vitest"
import { useBrowser } from "#tests/support/browser.ts"
import { expect } from "#tests/support/expect.ts"
import { holdReact } from "#tests/support/hold-react.ts"
import { linkTo } from "#tests/support/letter-links.ts"
import { readMailbox } from "#tests/support/mailbox.ts"
import { useServer } from "#tests/support/server.ts"
import { WAYS } from "#tests/support/ways.ts"

const server = useServer()
const browser = useBrowser()
const PASSWORD = "Pushcart#2026"

const toast = (page: Page, text: string) => expect(page.locator(".toast", { hasText: text })).toBeVisible()

async function fillRegistration(page: Page, email: string, changes: Record<string, string> = {}) {
  const values = {
    "First Name": "Ada",
    "Last Name": "Byron",
    Email: email,
    Password: PASSWORD,
    "Confirm Password": PASSWORD,
    ...changes,
  }
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}

async function register(page: Page, email: string) {
  await page.goto("/login?tab=register")
  await fillRegistration(page, email)
  await page.getByRole("checkbox").check()
  await page.getByRole("button", { name: "Register" }).click()
  await page.waitForURL("**/login")
}

async function logIn(page: Page, email: string, password = PASSWORD, path = "/login") {
  await page.goto(path)
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Login" }).click()
}

/** From the demo's mailbox: the letter went through outbox, queue and mail. */
async function linkInLetter(email: string, path: string): Promise<string> {
  let found: string | undefined
  await expect
    .poll(
      async () => {
        const letters = await readMailbox(server)
        found = letters
          .filter(({ to }) => to.includes(email))
          .flatMap(({ links }) => links)
          .find((link) => link.startsWith(server.url + path))
        return found
      },
      { timeout: 15_000 },
    )
    .toBeTruthy()
  return found!
}

async function registerAndConfirm(page: Page, email: string) {
  await register(page, email)
  await page.goto(await linkTo(server.database.db, "email.confirmationRequested", email))
  await page.getByRole("button", { name: "Log in" }).click()
  await page.waitForURL("**/login")
}

for (const { name, options } of WAYS)
  describe(`a customer ${name}`, () => {
    const emailFor = (part: string) => `${part}-${name.replaceAll(" ", "-").toLowerCase()}@example.test`

    it("signs up, confirms, signs in, signs out, forgets, and chooses a new password", async () => {
      const email = emailFor("journey")
      const page = await browser.visit(server.url, options)
      await page.goto("/login")
      await expect(page.getByText("Your email must be confirmed before login.")).toBeVisible()
      await page.getByRole("link", { name: "Register" }).click()
      await fillRegistration(page, email)
      await page.getByRole("checkbox").check()
      await page.getByRole("button", { name: "Register" }).click()
      await page.waitForURL("**/login")
      await toast(page, "We sent you a letter")

      await logIn(page, email)
      await toast(page, "Email not confirmed")

      await page.goto(await linkInLetter(email, "/email-confirmed"))
      await page.getByRole("button", { name: "Log in" }).click()
      await page.waitForURL("**/login")
      await toast(page, "Your email is confirmed.")

      await logIn(page, email)
      await page.waitForURL("**/home")
      const cookies = await page.context().cookies()
      expect(cookies.find((cookie) => cookie.name === "user")).toMatchObject({ value: "true" })
      const session = cookies.find((cookie) => cookie.name === "pushcart")
      expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" })
      expect(session!.expires - Date.now() / 1000).toBeGreaterThan(8 * 3600 - 60)
      expect(session!.expires - Date.now() / 1000).toBeLessThanOrEqual(8 * 3600)

      await page.goto("/about")
      await page.locator("summary", { hasText: "Your menu" }).click()
      await page.getByRole("button", { name: "Sign out" }).click()
      await page.waitForURL("**/login")
      expect(
        (await page.context().cookies()).filter(({ name }) => !["font", "flash", "css"].includes(name)),
      ).toEqual([])

      await page.getByRole("link", { name: "Forgot your password?" }).click()
      await expect(page.getByText("An email is sent if the address exists.")).toBeVisible()
      await page.getByLabel("Email", { exact: true }).fill(email)
      await page.getByRole("button", { name: "Forgot" }).click()
      await page.waitForURL("**/login")
      await toast(page, "If the address exists")

      await page.goto(await linkInLetter(email, "/newpassword"))
      await page.getByLabel("New Password", { exact: true }).fill("Barrow#2026xy")
      await page.getByLabel("Confirm Password", { exact: true }).fill("Barrow#2026xy")
      await page.getByRole("button", { name: "Save the new password" }).click()
      await page.waitForURL("**/login")
      await toast(page, "Your new password is set.")
      await logIn(page, email)
      await toast(page, "email and password don't match")
      await logIn(page, email, "Barrow#2026xy")
      await page.waitForURL("**/home")
    })

    it("reads what is wrong with a registration next to the fields and in the summary", async () => {
      const page = await browser.visit(server.url, options)
      await page.goto("/login?tab=register")
      await fillRegistration(page, "not an email", {
        "First Name": "",
        Password: "1234",
        "Confirm Password": "5",
      })
      await page.getByRole("button", { name: "Register" }).click()
      const form = page.locator("form#register")
      for (const text of [
        "Enter your first name.",
        "Enter an email like name@example.com.",
        "Needs to have an UpperCase",
        "Needs to have an LowerCase",
        "one special character (@,#, $, %, ^, &, *)",
        "Password must be at least 10 characters long",
        "To join, tick that you are 18 or older and agree to the terms.",
      ])
        await expect(form.locator(".error", { hasText: text })).toBeVisible()
      await expect(page.getByRole("alert")).toContainText("problems")
      await expect(page.getByLabel("First Name")).toHaveAttribute("aria-invalid", "true")
      await expect(page.getByLabel("Last Name")).not.toHaveAttribute("aria-invalid", "true")
    })

    it("is told that two passwords differ, and never gets one back in the page", async () => {
      const page = await browser.visit(server.url, options)
      await page.goto("/login?tab=register")
      await fillRegistration(page, emailFor("differ"), { "Confirm Password": "Other#2026aa" })
      await page.getByRole("checkbox").check()
      await page.getByRole("button", { name: "Register" }).click()
      await expect(
        page.locator("form .error", { hasText: "Passwords does not match, Thank you!" }),
      ).toBeVisible()
      await toast(page, "Passwords does not match, Thank you!")
      await expect(page.getByLabel("First Name")).toHaveValue("Ada")
      expect(await page.content()).not.toContain("Other#2026aa")
    })

    it("is told that an email was used", async () => {
      const email = emailFor("used")
      const page = await browser.visit(server.url, options)
      await register(page, email)
      await page.goto("/login?tab=register")
      await fillRegistration(page, email)
      await page.getByRole("checkbox").check()
      await page.getByRole("button", { name: "Register" }).click()
      await toast(page, "This email has been used, please use another one!")
      await expect(page.getByLabel("Email", { exact: true })).toHaveAttribute("aria-invalid", "true")
    })

    it("sees both fields marked when email and password don't match", async () => {
      const page = await browser.visit(server.url, options)
      await logIn(page, "nobody@example.test")
      await toast(page, "email and password don't match")
      await expect(page.getByLabel("Email", { exact: true })).toHaveAttribute("aria-invalid", "true")
      await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true")
      await expect(page.getByLabel("Email", { exact: true })).toHaveValue("nobody@example.test")
    })

    it("opens a confirmation link without using it up, is offered a new one when it does not work", async () => {
      const email = emailFor("link")
      const page = await browser.visit(server.url, options)
      await register(page, email)
      const link = await linkTo(server.database.db, "email.confirmationRequested", email)
      for (let scan = 0; scan < 2; scan++) await page.goto(link)
      await page.getByRole("button", { name: "Log in" }).click()
      await page.waitForURL("**/login")
      await page.goto(link)
      await expect(page.getByRole("heading", { name: "Email confirmed" })).toBeVisible()
      await page.getByRole("link", { name: "Log in" }).click()
      await page.waitForURL("**/login")

      await page.goto("/email-confirmed?user=market&id=made-up")
      await expect(page.getByText("This link has expired.")).toBeVisible()
      await page.getByLabel("Email", { exact: true }).fill(email)
      await page.getByRole("button", { name: "Send a new link" }).click()
      await page.waitForURL("**/market")
      await toast(page, "a new link is on its way")
    })
  })

describe("the pages of signing in", () => {
  const PAGES = [
    { path: "/login", forgot: "/forgotpassword?page=login" },
    { path: "/market", forgot: "/forgotpassword?page=market" },
    { path: "/express", forgot: "/forgotpassword?page=express" },
    { path: "/admin", forgot: null },
  ]
  for (const { path, forgot } of PAGES)
    it(`${path} signs nobody in who is not of its role`, async () => {
      const email = `role${path.replace("/", "-")}@example.test`
      const page = await browser.visit(server.url, { javaScript: false })
      await registerAndConfirm(page, email)
      await page.goto(path)
      const link = page.getByRole("link", { name: "Forgot your password?" })
      if (forgot) await expect(link).toHaveAttribute("href", forgot)
      else await expect(link).toHaveCount(0)
      if (path === "/login") return
      await logIn(page, email, PASSWORD, path)
      await toast(page, "email and password don't match")
    })

  it("shows and hides what is typed as a new password", async () => {
    const page = await browser.visit(server.url)
    const letReactCome = await holdReact(page)
    await page.goto("/newpassword?user=customer&id=made-up")
    await page.getByLabel("New Password", { exact: true }).fill("Barrow#2026xy")
    const show = page.getByRole("button", { name: "Show new password" })
    await expect(show, "before it could do anything").toBeDisabled()
    await letReactCome()
    await show.click()
    await expect(page.getByLabel("New Password", { exact: true })).toHaveAttribute("type", "text")
    await page.getByRole("button", { name: "Hide new password" }).click()
    await expect(page.getByLabel("New Password", { exact: true })).toHaveAttribute("type", "password")
    await page.getByLabel("Confirm Password", { exact: true }).fill("Barrow#2026xy")
    await page.getByRole("button", { name: "Save the new password" }).click()
    await expect(page.getByRole("alert")).toContainText(
      "This link has expired or was used. Ask for a new one.",
    )
  })

  it("stops guessing and says when to come back", async () => {
    const page = await browser.visit(server.url, { javaScript: false })
    for (let guess = 0; guess < 8; guess++) await logIn(page, "guessed@example.test", `Guess#2026-${guess}`)
    await logIn(page, "guessed@example.test")
    await expect(page.getByRole("alert")).toContainText(
      /Too many tries\. Please try again in 1[45] minutes\./,
    )
  })
})
