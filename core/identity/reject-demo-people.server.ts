import { inArray } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { users } from "#db/schema/index.ts"
import { DEMO_LOGINS } from "./demo-logins.ts"

/**
 * Rejects a database that contains the demo's accounts, because their passwords are public, the admin's too. Throws
 * `not_allowed` with a sentence for the person at the keyboard.
 */
export async function rejectDemoPeople(ctx: SystemContext): Promise<void> {
  const [found] = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.email, Object.values(DEMO_LOGINS)))
    .limit(1)
  if (!found) return
  throw new DomainError(
    "not_allowed",
    `This database holds the demo's people, whose password everybody knows (${found.email}). Set DATABASE_URL or DATA_DIR to a new one, or MODE=demo.`,
  )
}
