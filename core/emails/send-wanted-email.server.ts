import type { SystemContext } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import { choicesOf, type KindOf, kindsOf } from "#core/notifications/kinds.ts"
import { isWanted } from "#core/notifications/read-choices.server.ts"
import { unsubscribePath } from "#core/notifications/unsubscribe.server.ts"
import { sendEssentialEmail } from "./send-essential-email.server.ts"
import { composeEmail, type EmailContent } from "./templates/compose-email.ts"

type Reader<R extends Role> = { userId: string; role: R; kind: KindOf<R>; email: string }

/**
 * Sends an email of a kind, where this person wants it. It says why they get it, who sends it and, unless it is a
 * receipt, how to stop it, in its text and for mail programs.
 */
export async function sendWantedEmail<R extends Role>(
  ctx: SystemContext,
  { email, ...to }: Reader<R>,
  content: EmailContent,
  emailId: string,
): Promise<void> {
  const { mail } = ctx.ports
  if (!(await isWanted(ctx.db, { ...to, way: "email" }))) return
  const canStop = choicesOf(to.role).some(({ kind, way }) => kind === to.kind && way === "email")
  if (!canStop) return sendEssentialEmail(ctx, { to: email, about: "receipts", content }, emailId)
  const footers = ctx.ports.emailFooters
  const stopUrl = mail.siteUrl + unsubscribePath(footers, to)
  const about = kindsOf(to.role).find(({ kind }) => kind === to.kind)?.label ?? to.kind
  const reason = `You're getting this email because your Pushcart account has email notifications turned on for: ${about}.`
  const footer = { reason, stopUrl, postalAddress: footers.postalAddress }
  await mail.send({ ...composeEmail(content, footer), id: emailId, to: email, unsubscribeUrl: stopUrl })
}
