import { eq } from "drizzle-orm"
import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { PersonContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { proveIdentity } from "#core/identity/prove-identity.server.ts"
import { countTry } from "#core/identity/rate-limit.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { PasskeySite } from "#core/ports/passkeys.ts"
import { passkeys, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { makeChallenge, spendChallenge } from "./challenges.server.ts"

const MOST_PASSKEYS = 20

/**
 * Returns the options from which the browser creates a passkey, after checking the person's password, and an admin's
 * code. Throws `invalid` at `password` or `code`, `not_allowed` above twenty passkeys, `rate_limited`.
 */
export async function beginPasskey(
  ctx: PersonContext,
  input: { name: string; password: string; code?: string | undefined; site: PasskeySite },
): Promise<Record<string, unknown>> {
  const { userId } = ctx.actor
  await proveIdentity(ctx, input)
  await countTry(ctx, "add a passkey", userId)
  const [person] = await ctx.db
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, userId))
  if (!person) throw notFound("Your account")
  const known = await ctx.db.select().from(passkeys).where(eq(passkeys.userId, userId))
  if (known.length >= MOST_PASSKEYS)
    throw new DomainError(
      "not_allowed",
      `You have ${MOST_PASSKEYS} passkeys. Remove one that you no longer use.`,
    )
  const challenge = await makeChallenge(ctx, { userId, name: input.name })
  return ctx.ports.passkeys.creationOptions(input.site, { userId, ...person, challenge, known })
}

/**
 * Adds the passkey that the browser created, under the name given earlier; an email notifies the person. Throws
 * `invalid` for a response that is late, from another site, or not to one of their challenges.
 */
export async function addPasskey(
  ctx: PersonContext,
  { answer, site }: { answer: unknown; site: PasskeySite },
): Promise<void> {
  const { userId, role } = ctx.actor
  let name: string | null = null
  const made = await ctx.ports.passkeys.readNew(site, answer, async (challenge) => {
    const purpose = await spendChallenge(ctx, challenge)
    if (purpose?.userId !== userId) return false
    name = purpose.name
    return true
  })
  if (!made || !name) throw new DomainError("invalid", "We couldn't create the passkey. Please start again.")
  const values = { userId, name, ...made, transports: [...made.transports], createdAt: ctx.now() }
  await transaction(ctx.db, async (tx) => {
    const [added] = await tx
      .insert(passkeys)
      .values(values)
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (!added) throw new DomainError("invalid", "This passkey is already in use.")
    if (role === "admin")
      await recordAudit(ctx, tx, { action: "passkey.added", subjectType: "admin", subjectId: userId })
    await emit(tx, "passkey.added", { userId, role, passkeyId: added.id })
  })
}
