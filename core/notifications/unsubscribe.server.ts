import { and, eq, isNull } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { ROLES, type Role } from "#core/identity/roles.ts"
import { isId } from "#core/ids.ts"
import type { EmailFooters } from "#core/ports/email-footers.ts"
import { memberships, notificationChoices, users } from "#db/schema/index.ts"
import { choicesOf, kindsOf } from "./kinds.ts"

/** One kind of email to one person, in one of their roles. */
type EmailsOfKind = { userId: string; role: Role; kind: string }

const textOf = ({ userId, role, kind }: EmailsOfKind) => `${userId}.${role}.${kind}`

/**
 * Returns the path of the page that stops these emails without signing in. It never expires, so that it works in old
 * emails too.
 */
export function unsubscribePath(footers: EmailFooters, emails: EmailsOfKind): string {
  const text = textOf(emails)
  return `/unsubscribe?code=${text}.${footers.sign(text)}`
}

/**
 * Returns which emails a link is for; null for a link that we did not send. Does not look up anybody, so it reveals
 * nothing about accounts.
 */
export function readUnsubscribe(footers: EmailFooters, code: string) {
  const [userId = "", role, kind = "", signature = ""] = code.split(".")
  const known = ROLES.find((one) => one === role)
  if (!known || !isId(userId)) return null
  const emails = { userId, role: known, kind }
  if (!footers.isSigned(textOf(emails), signature)) return null
  const canStop = choicesOf(known).some((choice) => choice.kind === kind && choice.way === "email")
  const label = kindsOf(known).find((one) => one.kind === kind)?.label
  return canStop && label ? { ...emails, label } : null
}

/**
 * Turns emails of one kind off for the person of a link. Repeated, or for a deleted account, it changes nothing and
 * returns the same. Throws `invalid` for a link that is not ours.
 */
export async function unsubscribe(ctx: Context, code: string): Promise<{ label: string }> {
  const emails = readUnsubscribe(ctx.ports.emailFooters, code)
  if (!emails)
    throw new DomainError(
      "invalid",
      "This link doesn't work. You can choose your notifications on your account page.",
    )
  const { userId, role, kind, label } = emails
  const [person] = await ctx.db
    .select({ userId: users.id })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.role, role)))
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (person)
    await ctx.db
      .insert(notificationChoices)
      .values({ userId, role, kind, way: "email", isOn: false })
      .onConflictDoUpdate({
        target: [
          notificationChoices.userId,
          notificationChoices.role,
          notificationChoices.kind,
          notificationChoices.way,
        ],
        set: { isOn: false },
      })
  return { label }
}
