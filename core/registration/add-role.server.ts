import { eq } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { isReservedEmail } from "#core/identity/reserved-email.server.ts"
import type { Role } from "#core/identity/roles.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { recordAgreement } from "#core/terms/agree-to-terms.server.ts"
import { secondTerms } from "#core/terms/second-terms.server.ts"
import { FIRST_TERMS, SECOND_TERMS } from "#core/terms/terms.ts"
import type { Transaction } from "#db/client.ts"
import { credentials, memberships, users } from "#db/schema/index.ts"
import { DUPLICATE_EMAIL_MESSAGE } from "./registration-inputs.ts"

export type NewRole = {
  role: Exclude<Role, "admin">
  email: string
  firstName: string
  lastName: string
  /** From `hashForEmail`. */
  passwordHash: string
  /** The page to continue to after the confirmation. */
  next?: string | null
}

/**
 * The step that every registration shares: creates the person, or adds a role to the one who has this email, and
 * records what they agreed to and when: the second version of the terms once it is announced. The caller then adds the
 * role's own profile in the same transaction. An additional role requires the account's own password hash and a
 * confirmed email. Throws `duplicate_email` otherwise, and for a role that the person already has, for an admin's
 * email, and for an email whose change can be undone.
 */
export async function addRole(
  ctx: Pick<Context, "now" | "rates">,
  tx: Transaction,
  input: NewRole,
): Promise<{ userId: string; confirmed: boolean }> {
  const { role } = input
  const now = ctx.now()
  const created = await createPerson(tx, now, input)
  const userId = created ?? (await provePerson(tx, input))
  const isSecond = (await secondTerms(ctx, tx)) !== null
  const termsVersion = isSecond ? SECOND_TERMS : FIRST_TERMS
  const [added] = await tx
    .insert(memberships)
    .values({ userId, role, termsVersion, agreedAt: now, createdAt: now })
    .onConflictDoNothing()
    .returning()
  if (!added) throw duplicate()
  if (isSecond) await recordAgreement(tx, userId, now)
  await emit(tx, "person.registered", { userId, role })
  if (created) await emit(tx, "email.confirmationRequested", { userId, role, next: input.next })
  return { userId, confirmed: !created }
}

async function createPerson(tx: Transaction, now: Date, input: NewRole): Promise<string | null> {
  const [person] = await tx
    .insert(users)
    .values({
      name: `${input.firstName} ${input.lastName}`,
      email: input.email,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (!person) return null
  if (await isReservedEmail(tx, now, { email: input.email, userId: person.id })) throw duplicate()
  await tx.insert(credentials).values({
    userId: person.id,
    accountId: person.id,
    providerId: "credential",
    password: input.passwordHash,
    createdAt: now,
    updatedAt: now,
  })
  return person.id
}

async function provePerson(tx: Transaction, input: NewRole): Promise<string> {
  const [person] = await tx.select().from(users).where(eq(users.email, input.email)).for("update")
  if (!person?.emailVerified) throw duplicate()
  const hashes = await tx.select().from(credentials).where(eq(credentials.userId, person.id))
  if (!hashes.some(({ password }) => password === input.passwordHash)) throw duplicate()
  const held = await tx.select().from(memberships).where(eq(memberships.userId, person.id))
  if (held.some(({ role }) => role === "admin")) throw duplicate()
  return person.id
}

const duplicate = () => new DomainError("duplicate_email", DUPLICATE_EMAIL_MESSAGE, "email")
