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

/**
 * Signs a person of a factory in on their role's page, as its form does, and opens the page that follows; `again` when
 * they have their password. What signing in looks like is the matter of its own tests.
 */
export async function signIn(
  page: Page,
  db: Database,
  actor: { role: Role; userId: string },
  { again = false } = {},
): Promise<void> {
  if (!again) await givePassword(db, actor.userId)
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, actor.userId))
  const { signIn: path, signedIn } = ROLE_PAGES[actor.role]
  const form = { email: user!.email, password: PASSWORD }
  const answer = await page.request.post(path, { form, maxRedirects: 0 })
  if (answer.headers().location !== signedIn)
    throw new Error(`Signing in at ${path} answered ${answer.status()}: ${await answer.text()}`)
  await page.goto(signedIn)
}
