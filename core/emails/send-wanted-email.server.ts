import type { SystemContext } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import { choicesOf, type KindOf, kindsOf } from "#core/notifications/kinds.ts"
import { isWanted } from "#core/notifications/read-choices.server.ts"
import { unsubscribePath } from "#core/notifications/unsubscribe.server.ts"
import { composeEmail, type EmailContent } from "./compose-email.server.tsx"
import { sendEssentialEmail } from "./send-essential-email.server.ts"

type Reader<R extends Role> = { userId: string; role: R; kind: KindOf<R>; email: string }

/**
 * Sends an email of a kind if this person wants it. Its text, and its headers for mail programs, say why they get it,
 * who sends it and, unless its kind is always sent, how to unsubscribe.
 */
export async function sendWantedEmail<R extends Role>(
  ctx: SystemContext,
  { userId, role, kind, email }: Reader<R>,
  content: EmailContent,
  emailId: string,
): Promise<void> {
  const { mail } = ctx.ports
  const to = { userId, role, kind }
  if (!(await isWanted(ctx.db, { ...to, way: "email" }))) return
  const canStop = choicesOf(role).some((one) => one.kind === kind && one.way === "email")
  if (!canStop) {
    const about = kind === "receipts" ? "receipts" : "account"
    return sendEssentialEmail(ctx, { to: email, about, content }, emailId)
  }
  const footers = ctx.ports.emailFooters
  const stopUrl = mail.siteUrl + unsubscribePath(footers, to)
  const about = kindsOf(role).find((one) => one.kind === kind)?.label ?? kind
  const reason = `You're getting this email because your Pushcart account has email notifications turned on for: ${about}.`
  const footer = { reason, stopUrl, postalAddress: footers.postalAddress }
  const composed = await composeEmail(content, footer)
  await mail.send({ ...composed, id: emailId, to: email, unsubscribeUrl: stopUrl })
}
