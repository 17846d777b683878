import type { Page } from "playwright"
import { describe, it } from "vitest"
import { makeLink } from "#core/identity/tokens.server.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { linkTo } from "#tests/support/email-links.ts"
import { expect } from "#tests/support/expect.ts"
import { holdReact } from "#tests/support/hold-react.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { fillRegistration, logIn } from "./sign-up.ts"

const server = useSharedServer()
const browser = useBrowser()

const toast = (page: Page, text: string) => expect(page.locator(".toast", { hasText: text })).toBeVisible()

async function confirm(page: Page, email: string) {
  await page.goto(await linkTo(server.database.db, "email.confirmationRequested", email))
  await page.getByRole("button", { name: "Log in" }).click()
  await page.waitForURL("**/login")
  await toast(page, "Your email is confirmed.")
}

async function signOut(page: Page) {
  await page.goto("/about")
  await page.locator("summary", { hasText: "Your menu" }).click()
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.waitForURL("**/login")
}

describe("a customer", () => {
  it("signs up, confirms, signs in and signs out without JavaScript", {
    tags: ["ACCT-1", "ACCT-3", "ACCT-4", "ACCT-12", "ACCT-18", "REG-3", "NOJS-1"],
  }, async () => {
    const email = `plain-${crypto.randomUUID()}@example.test`
    const withMotion = { reducedMotion: "no-preference" } as const
    const page = await browser.visit(server.url, { javaScript: false, context: withMotion })
    await page.goto("/login")
    await page.getByRole("link", { name: "Register" }).click()
    await fillRegistration(page, email)
    await page.getByRole("checkbox").check()
    await page.getByRole("button", { name: "Register" }).click()
    await page.waitForURL("**/login")
    await expect(page.getByText(`We sent a confirmation link to ${email}.`)).toBeVisible()
    await confirm(page, email)
    // CSS hides the toast if scripts do not run.
    const clock = await page.locator(".toast").evaluate((item) => {
      const { animationDuration, animationDelay } = getComputedStyle(item)
      return { animationDuration, animationDelay }
    })
    expect(clock).toEqual({ animationDuration: "0.3s, 0.3s", animationDelay: "0s, 5s" })

    await logIn(page, email)
    await page.waitForURL("**/home")
    const cookies = await page.context().cookies()
    expect(cookies.find((cookie) => cookie.name === "user")).toMatchObject({ value: "true" })
    const session = cookies.find((cookie) => cookie.name === "pushcart")
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" })
    expect(session!.expires - Date.now() / 1000).toBeGreaterThan(8 * 3600 - 60)
    expect(session!.expires - Date.now() / 1000).toBeLessThanOrEqual(8 * 3600)

    await signOut(page)
    const left = (await page.context().cookies()).map(({ name }) => name)
    expect(left.filter((name) => !["font", "flash", "css", "known-device"].includes(name))).toEqual([])
  })

  it("corrects a registration on a phone, confirms, signs in and signs out", {
    tags: ["ACCT-1", "ACCT-4", "ACCT-21", "ACCT-22", "REG-1", "REG-3"],
  }, async () => {
    const email = `phone-${crypto.randomUUID()}@example.test`
    const page = await browser.visit(server.url, { viewport: "phone" })
    await page.goto("/login?tab=register")
    await fillRegistration(page, email, { "First Name": "", "Confirm Password": "Other#2026aa" })
    await page.getByRole("button", { name: "Register" }).click()
    await expect(page.getByRole("alert")).toContainText("problems")
    await expect(page.locator("form#register .error", { hasText: "Enter your first name." })).toBeVisible()
    await expect(page.getByLabel("First Name")).toHaveAttribute("aria-invalid", "true")
    await expect(page.getByLabel("Last Name")).toHaveValue("Byron")
    await toast(page, "Passwords does not match, Thank you!")
    await fillRegistration(page, email)
    await page.getByRole("checkbox", { name: /18 or older/ }).check()
    await page.getByRole("button", { name: "Register" }).click()
    await page.waitForURL("**/login")
    await expect(page.getByText(`We sent a confirmation link to ${email}.`)).toBeVisible()

    await logIn(page, email)
    await toast(page, "Email not confirmed")
    await confirm(page, email)
    await logIn(page, email)
    await page.waitForURL("**/home")
    await signOut(page)
  })
})

it("shows and hides what is typed as a new password", { tags: ["ACCT-14"] }, async () => {
  const page = await browser.visit(server.url)
  const letReactCome = await holdReact(page)
  const { db } = server.database
  const { userId } = await aPersonWithPassword(db, ["customer"])
  await page.goto(await makeLink(db, new Date(), "reset-password", { userId, role: "customer" }))
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
  await page.waitForURL("**/login")
})
