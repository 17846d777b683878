import { and, eq } from "drizzle-orm"
import type { Context, PersonInRole } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { Role } from "#core/identity/roles.ts"
import type { KnownDevice } from "#core/ports/sessions.ts"
import { tellingSignIn } from "#core/security-log.server.ts"
import { credentials, memberships, twoFactors, users } from "#db/schema/index.ts"
import type { SignInInput } from "./inputs.ts"
import { countTry } from "./rate-limit.server.ts"
import { countSignIn, forgiveSignIn } from "./sign-in-tries.server.ts"

/**
 * Returns the person with this email and password, for the role of the page they sign in on; an admin also needs the
 * code of the authenticator app. Throws `wrong_credentials`, with the same message and after the same work whether the
 * email, the password, the role or the code is wrong; `email_not_confirmed` only with the right password;
 * `rate_limited`.
 */
export async function checkCredentials(
  ctx: Context,
  input: SignInInput & { role: Role; address: string; device?: KnownDevice | null },
): Promise<PersonInRole> {
  const person = await findPerson(ctx, input.email, input.role)
  const who = { by: "password", role: input.role, userId: person?.id ?? null } as const
  return tellingSignIn(who, () => check(ctx, input, person))
}

async function check(
  ctx: Context,
  input: Parameters<typeof checkCredentials>[1],
  person: Awaited<ReturnType<typeof findPerson>>,
): Promise<PersonInRole> {
  const { email, role, address, device } = input
  const counted = { email, userId: person?.id ?? null, address, device }
  await countSignIn(ctx, counted)
  const isPassword = await ctx.ports.passwords.verify(input.password, person?.password ?? null)
  if (!person || !isPassword || !person.role) throw wrong()
  if (role === "admin" && !(await isSecondFactor(ctx, person.id, input.code))) throw wrong()
  if (!person.emailVerified) throw new DomainError("email_not_confirmed", "Email not confirmed")
  await forgiveSignIn(ctx, counted)
  return { userId: person.id, role }
}

async function findPerson(ctx: Context, email: string, role: Role) {
  const [person] = await ctx.db
    .select({
      id: users.id,
      emailVerified: users.emailVerified,
      password: credentials.password,
      role: memberships.role,
    })
    .from(users)
    .leftJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.role, role)))
    .where(eq(users.email, email))
  return person
}

/**
 * Whether this is a valid code of the person's authenticator app; true if no code is required. A code works once, so
 * that a person who watched it being typed cannot reuse it. Throws `rate_limited` for a code that was already used.
 */
export async function isSecondFactor(
  ctx: Context,
  userId: string,
  code: string | undefined,
): Promise<boolean> {
  if (!ctx.ports.secondFactor.required) return true
  const [factor] = await ctx.db
    .select({ secret: twoFactors.secret })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId))
  const digits = (code ?? "").replace(/\D/g, "")
  if (!factor || !(await ctx.ports.secondFactor.verify(digits, factor.secret))) return false
  await countTry(ctx, "use a code", userId, digits)
  return true
}

const wrong = () =>
  new DomainError("wrong_credentials", "email and password don't match", undefined, {
    fields: ["email", "password"],
  })
