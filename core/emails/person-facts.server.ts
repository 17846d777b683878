import { and, eq, isNull } from "drizzle-orm"
import type { PersonInRole, SystemContext } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import type { Executor } from "#db/client.ts"
import { couriers, customers, markets, users } from "#db/schema/index.ts"

export type PersonFacts<R extends Role = Role> = {
  userId: string
  role: R
  email: string
  /**
   * "" until the email is confirmed. The address may be a stranger's, and nobody may be able to send their own text to
   * a stranger under our name, like "Claim $100 at …".
   */
  firstName: string
  approval: string | null
  reason: string | null
  /** The denial withdrew an approval. */
  wasApproved: boolean
}

/** Returns a person's current facts for an email to them; undefined when the account no longer exists. */
export async function personFacts<R extends Role>(
  db: Executor,
  { userId, role }: PersonInRole<R>,
): Promise<PersonFacts<R> | undefined> {
  const [person] = await db
    .select({ email: users.email, name: users.name, isConfirmed: users.emailVerified })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (!person) return undefined
  const profile = await profileOf(db, userId, role)
  return {
    userId,
    role,
    email: person.email,
    firstName: person.isConfirmed ? (profile?.firstName ?? person.name.split(" ")[0] ?? "") : "",
    approval: profile?.approval ?? null,
    reason: profile?.reason ?? null,
    wasApproved: profile?.wasApproved ?? false,
  }
}

/** The recipient's facts, for an email that needs nothing else; null if the account no longer exists. */
export async function toPerson<R extends Role>(
  ctx: SystemContext,
  person: PersonInRole<R>,
): Promise<{ to: PersonFacts<R> } | null> {
  const to = await personFacts(ctx.db, person)
  return to ? { to } : null
}

type Profile = { firstName: string; approval?: string; reason?: string | null; wasApproved?: boolean }

async function profileOf(db: Executor, userId: string, role: Role): Promise<Profile | undefined> {
  if (role === "admin") return undefined
  if (role === "customer") {
    const [row] = await db
      .select({ firstName: customers.firstName })
      .from(customers)
      .where(eq(customers.userId, userId))
    return row
  }
  const table = role === "seller" ? markets : couriers
  const [row] = await db
    .select({
      firstName: table.firstName,
      approval: table.approval,
      reason: table.denialReason,
      wasApproved: table.wasApproved,
    })
    .from(table)
    .where(eq(table.userId, userId))
  return row
}
