import { and, eq, isNull } from "drizzle-orm"
import type { Context, PersonInRole } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { countTry } from "#core/identity/rate-limit.server.ts"
import type { Role } from "#core/identity/roles.ts"
import type { PasskeySite } from "#core/ports/passkeys.ts"
import { tellingSignIn } from "#core/security-log.server.ts"
import { memberships, passkeys, users } from "#db/schema/index.ts"
import { makeChallenge, spendChallenge } from "./challenges.server.ts"

/** Returns the options with which a browser can use any passkey of this site. Throws `rate_limited`. */
export async function passkeyOptions(
  ctx: Context,
  { site, address }: { site: PasskeySite; address: string },
): Promise<Record<string, unknown>> {
  await countTry(ctx, "sign in with a passkey from an address", address)
  return ctx.ports.passkeys.requestOptions(site, await makeChallenge(ctx, { userId: null, name: null }))
}

/**
 * Returns the person whose passkey the browser used, for the role of the page that they sign in on. It replaces the
 * password and an admin's code, since the authenticator has verified its user. Throws `wrong_credentials`, with the
 * same message for an unknown passkey, a person without this role, and a response that is late or from another site;
 * `email_not_confirmed`, `rate_limited`.
 */
export async function signInWithPasskey(
  ctx: Context,
  input: { answer: unknown; role: Role; site: PasskeySite; address: string },
): Promise<PersonInRole> {
  const known = await findPasskey(ctx, ctx.ports.passkeys.credentialIdOf(input.answer), input.role)
  const who = { by: "passkey", role: input.role, userId: known?.passkey.userId ?? null } as const
  return tellingSignIn(who, () => check(ctx, input, known))
}

async function check(
  ctx: Context,
  input: Parameters<typeof signInWithPasskey>[1],
  known: Awaited<ReturnType<typeof findPasskey>>,
): Promise<PersonInRole> {
  const { answer, role, site, address } = input
  await countTry(ctx, "sign in with a passkey from an address", address)
  if (!known) throw wrong()
  const used = await ctx.ports.passkeys.checkUse(site, answer, known.passkey, async (challenge) => {
    const purpose = await spendChallenge(ctx, challenge)
    return purpose?.userId === null
  })
  if (!used || !known.role) throw wrong()
  if (!known.emailVerified) throw new DomainError("email_not_confirmed", "Email not confirmed")
  await ctx.db
    .update(passkeys)
    .set({ counter: used.counter, lastUsedAt: ctx.now() })
    .where(eq(passkeys.id, known.passkey.id))
  return { userId: known.passkey.userId, role }
}

async function findPasskey(ctx: Context, credentialId: string | null, role: Role) {
  if (!credentialId) return undefined
  const [known] = await ctx.db
    .select({ passkey: passkeys, emailVerified: users.emailVerified, role: memberships.role })
    .from(passkeys)
    .innerJoin(users, and(eq(users.id, passkeys.userId), isNull(users.deletedAt)))
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.role, role)))
    .where(eq(passkeys.credentialId, credentialId))
  return known
}

const wrong = () =>
  new DomainError(
    "wrong_credentials",
    "This passkey doesn't belong to an account here. Log in with your password.",
  )
