import type { SystemContext } from "#core/context.ts"
import { composeEmail, type EmailContent } from "./compose-email.server.tsx"

const REASONS = {
  receipts: "You're getting this email because you ordered on Pushcart.",
  account: "You're getting this email because it's about a Pushcart account with this email address.",
}

type Essential = { readonly to: string; readonly about: keyof typeof REASONS; readonly content: EmailContent }

/**
 * Sends an email that nobody can turn off. Its footer says why it was sent and who sends it, and has no unsubscribe
 * link.
 */
export async function sendEssentialEmail(
  ctx: SystemContext,
  { to, about, content }: Essential,
  emailId: string,
): Promise<void> {
  const { postalAddress } = ctx.ports.emailFooters
  const email = await composeEmail(content, { reason: REASONS[about], postalAddress })
  await ctx.ports.mail.send({ ...email, id: emailId, to })
}
