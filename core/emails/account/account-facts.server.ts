import { eq } from "drizzle-orm"
import type { PersonInRole, SystemContext } from "#core/context.ts"
import { withNext } from "#core/identity/own-path.ts"
import type { Role } from "#core/identity/roles.ts"
import { type LinkPurpose, makeLink } from "#core/identity/tokens.server.ts"
import { emailChanges } from "#db/schema/index.ts"
import { personFacts } from "../person-facts.server.ts"

export const ROLE_WORDS = {
  customer: "customer",
  seller: "seller",
  deliverer: "courier",
  admin: "admin",
} as const satisfies Record<Role, string>

/**
 * All the steps that secure the account, because each step alone leaves a way in. Admins cannot reset their password
 * online.
 */
export const notYou = ({ role }: { readonly role: Role }) =>
  role === "admin"
    ? "If it wasn't you, tell the site's operator right away. If you can still log in, set a new password on your account page, which logs out every other device, and remove every passkey you don't recognize in the same form."
    : "If it wasn't you, use the link \"Forgot your password?\" to choose a new password right away: that logs out every device. On the same page, remove every passkey you don't recognize. Then log in and check on your account page that the email and phone number are yours."

/** `userId` is null if the person who requested the email has no account; then no email is sent. */
type Requested = {
  readonly userId: string | null
  readonly role: Role
  /** The page that the link finally leads to. */
  readonly next?: string | null | undefined
}

/**
 * Creates the link when the email is sent, so that its secret is in no event, no job and no backup of them. The email
 * goes to the account's current address, so an address that was withdrawn a moment ago gets none.
 */
export async function withLink(
  ctx: SystemContext,
  { userId, role, next = null }: Requested,
  purpose: LinkPurpose,
) {
  const to = userId && (await personFacts(ctx.db, { userId, role }))
  if (!to) return null
  return { to, url: await linkTo(ctx, purpose, { userId: to.userId, role }, next) }
}

/** Creates a link for an email and returns its URL. */
export async function linkTo(
  ctx: SystemContext,
  purpose: LinkPurpose,
  about: Parameters<typeof makeLink>[3],
  next: string | null = null,
): Promise<string> {
  const path = await makeLink(ctx.db, ctx.now(), purpose, about)
  return new URL(withNext(path, next), ctx.ports.mail.siteUrl).href
}

/**
 * The recipient of an email to the address that an account had before a change, with the link that undoes the change.
 */
export async function toOldEmail(
  ctx: SystemContext,
  { userId, role, changeId }: PersonInRole & { readonly changeId: string },
) {
  const [change] = await ctx.db.select().from(emailChanges).where(eq(emailChanges.id, changeId))
  const to = change?.oldEmail && (await personFacts(ctx.db, { userId, role }))
  if (!to || !change.oldEmail) return null
  const url = await linkTo(ctx, "keep-email", { userId, role, changeId })
  return { to: { ...to, email: change.oldEmail }, newEmail: change.email, url }
}
