import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { ROLE_PAGES } from "#core/accounts/role-pages.ts"
import type { Role } from "#core/context.ts"
import type { Database } from "#db/client.ts"
import { credentials, users } from "#db/schema/index.ts"
import { passwords } from "#server/auth/passwords.ts"

export const PASSWORD = "Pushcart#2026"
let hash: Promise<string> | undefined

/** Gives a person of a factory the password of all tests. */
export async function givePassword(db: Database, userId: string): Promise<void> {
  hash ??= passwords.hash(PASSWORD)
  await db
    .insert(credentials)
    .values({ userId, accountId: userId, providerId: "credential", password: await hash })
}

/** Signs a person of a factory in on their role's page, through its form; `again` when they have their password. */
export async function signIn(
  page: Page,
  db: Database,
  actor: { role: Role; userId: string },
  { again = false } = {},
): Promise<void> {
  if (!again) await givePassword(db, actor.userId)
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, actor.userId))
  await page.goto(ROLE_PAGES[actor.role].signIn)
  await page.getByLabel("Email", { exact: true }).fill(user!.email)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Login" }).click()
  await page.waitForURL(`**${ROLE_PAGES[actor.role].signedIn}`)
}
