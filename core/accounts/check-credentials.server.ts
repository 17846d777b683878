import { and, eq } from "drizzle-orm"
import type { Context, Role } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import type { KnownDevice } from "#core/ports/sessions.ts"
import { credentials, memberships, twoFactors, users } from "#db/schema/index.ts"
import type { SignInInput } from "./inputs.ts"
import { countTry } from "./rate-limit.server.ts"
import { countSignIn, forgiveSignIn } from "./sign-in-tries.server.ts"

/**
 * Whether this is the person's password, for the role of the page they sign in on; for an admin also the code of
 * the authenticator app. Throws `wrong_credentials`, the same and after the same work whether the e-mail, the
 * password, the role or the code is wrong; `email_not_confirmed` only to who knows the password; `rate_limited`.
 */
export async function checkCredentials(
  ctx: Context,
  input: SignInInput & { role: Role; address: string; device?: KnownDevice | null },
): Promise<{ userId: string; role: Role }> {
  const { email, role, address, device } = input
  const person = await findPerson(ctx, email, role)
  const counted = { email, userId: person?.id ?? null, address, device }
  await countSignIn(ctx, counted)
  const isPassword = await ctx.ports.passwords.verify(input.password, person?.password ?? null)
  if (!person || !isPassword || !person.role) throw wrong()
  if (role === "admin" && !(await isSecondFactor(ctx, person, input.code))) throw wrong()
  if (!person.emailVerified) throw new DomainError("email_not_confirmed", "Email not confirmed")
  await forgiveSignIn(ctx, counted)
  return { userId: person.id, role }
}

type Person = { id: string; factor: string | null }

async function findPerson(ctx: Context, email: string, role: Role) {
  const [person] = await ctx.db
    .select({
      id: users.id,
      emailVerified: users.emailVerified,
      password: credentials.password,
      role: memberships.role,
      factor: twoFactors.secret,
    })
    .from(users)
    .leftJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.role, role)))
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(eq(users.email, email))
  return person
}

/** A code works once: whoever looked over the shoulder comes too late. */
async function isSecondFactor(ctx: Context, person: Person, code: string | undefined): Promise<boolean> {
  if (!ctx.ports.secondFactor.required) return true
  const digits = (code ?? "").replace(/\s/g, "")
  if (!person.factor || !(await ctx.ports.secondFactor.verify(digits, person.factor))) return false
  await countTry(ctx, "use a code", person.id, digits)
  return true
}

const wrong = () =>
  new DomainError("wrong_credentials", "email and password don't match", undefined, {
    fields: ["email", "password"],
  })
