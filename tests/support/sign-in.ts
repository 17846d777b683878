import type { Page } from "playwright"
import type { Database } from "#db/client.ts"
import { credentials } from "#db/schema/index.ts"
import { passwords } from "#server/auth/passwords.ts"
import type { Site } from "./server.ts"
import { type Person, sessionCookies } from "./sessions.ts"

export const PASSWORD = "Pushcart#2026"
let hash: Promise<string> | undefined

/** Gives a person created by a factory the password of all tests. */
export async function givePassword(db: Database, userId: string): Promise<void> {
  hash ??= passwords.hash(PASSWORD)
  await db
    .insert(credentials)
    .values({ userId, accountId: userId, providerId: "credential", password: await hash })
}

/** Adds a session of this person to the page's browser context. The sign-in form has its own tests. */
export async function signIn(
  page: Page,
  site: Pick<Site, "url" | "database">,
  person: Person,
): Promise<void> {
  const cookies = await sessionCookies(site, person)
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: site.url })))
}
