import type { Page } from "playwright"
import type { TestServer } from "#tests/support/server.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import { accountFields, confirmationLink } from "#tests/support/sign-up.ts"

export async function fillRegistration(page: Page, email: string, changes: Record<string, string> = {}) {
  for (const [label, value] of Object.entries({ ...accountFields(email), ...changes }))
    await page.getByLabel(label, { exact: true }).fill(value)
}

export async function logIn(page: Page, email: string) {
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Login" }).click()
}

/** Registers with the open form, confirms the email from the mailbox, and signs in. */
export async function signUp(page: Page, server: Pick<TestServer, "url">, email: string) {
  await fillRegistration(page, email)
  await page.getByRole("checkbox").check()
  await page.getByRole("button", { name: "Register" }).click()
  await page.waitForURL(({ pathname, searchParams }) => pathname === "/login" && !searchParams.has("tab"))
  await page.goto(await confirmationLink(server, email))
  await page.getByRole("button", { name: "Log in" }).click()
  await page.waitForURL(({ pathname }) => pathname === "/login")
  await logIn(page, email)
}
