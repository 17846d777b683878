import type { HtmlPage } from "./html-page.ts"
import { waitForEmail } from "./mailbox.ts"
import type { TestServer } from "./server.ts"
import { PASSWORD } from "./sign-in.ts"
import type { Visitor } from "./visitor.ts"

/** The label of the checkbox that is required. */
export const AGREE = "I am 18 or older and agree to the terms and the privacy policy"

/** The fields of a customer's registration by their labels, without the checkbox. */
export const accountFields = (email: string) => ({
  "First Name": "Ada",
  "Last Name": "Byron",
  Email: email,
  Password: PASSWORD,
  "Confirm Password": PASSWORD,
})

export const registration = (email: string) => ({ ...accountFields(email), [AGREE]: true })

/** Returns the link that confirms a new account's email. */
export async function confirmationLink(server: Pick<TestServer, "url">, email: string): Promise<string> {
  const { links } = await waitForEmail(server, { to: email, subject: /confirm/i })
  return links.find((link) => link.includes("/email-confirmed"))!
}

/** Registers on the open form, confirms the email from the mailbox, and signs in. Returns the page after that. */
export async function signUp(
  server: Pick<TestServer, "url">,
  person: Visitor,
  form: HtmlPage,
): Promise<HtmlPage> {
  const email = `new-${crypto.randomUUID().slice(0, 8)}@example.test`
  await form.press("Register", registration(email))
  const confirm = await person.open(await confirmationLink(server, email))
  return (await confirm.press("Log in")).press("Login", { Email: email, Password: PASSWORD })
}
