import { eq } from "drizzle-orm"
import type { PersonInRole, SystemContext } from "#core/context.ts"
import { cents } from "#core/money.ts"
import { payouts } from "#db/schema/index.ts"
import { type PersonFacts, personFacts } from "./person-facts.server.ts"
import { sendWantedEmail } from "./send-wanted-email.server.ts"
import type { EmailContent } from "./templates/compose-email.ts"
import {
  payoutEmail,
  requirementsEmail,
  subscriptionEmail,
  subscriptionRefundedEmail,
} from "./templates/money-emails.ts"

type Addressed = PersonFacts & { role: "seller" | "deliverer"; siteUrl: string }

/** Tells a seller or courier that the payment provider wants to know more. */
export const sendRequirements = (ctx: SystemContext, person: PersonInRole, emailId: string) =>
  send(ctx, person, emailId, requirementsEmail)

/** Tells that a payout is on its way, or that it came back. */
export async function sendPayoutEmail(
  ctx: SystemContext,
  input: PersonInRole & { payoutId: string },
  emailId: string,
): Promise<void> {
  const [payout] = await ctx.db.select().from(payouts).where(eq(payouts.id, input.payoutId))
  if (!payout) return
  const { amountCents, failure } = payout
  await send(ctx, input, emailId, (to) => payoutEmail({ ...to, amountCents, failure }))
}

/** Tells a seller what became of the monthly subscription. */
export const sendSubscriptionEmail = (
  ctx: SystemContext,
  input: { userId: string; before: string; now: string },
  emailId: string,
) =>
  send(ctx, { userId: input.userId, role: "seller" }, emailId, (to) =>
    subscriptionEmail({ ...to, before: input.before, now: input.now }),
  )

/** Tells a seller that what was paid for a second subscription goes back. */
export const sendSubscriptionRefundedEmail = (
  ctx: SystemContext,
  { userId, amountCents }: { userId: string; amountCents: number },
  emailId: string,
) =>
  send(ctx, { userId, role: "seller" }, emailId, (to) =>
    subscriptionRefundedEmail({ ...to, amountCents: cents(amountCents) }),
  )

async function send(
  ctx: SystemContext,
  { userId, role }: PersonInRole,
  emailId: string,
  compose: (to: Addressed) => EmailContent | null,
): Promise<void> {
  if (role !== "seller" && role !== "deliverer") return
  const facts = await personFacts(ctx.db, { userId, role })
  const content = facts && compose({ ...facts, role, siteUrl: ctx.ports.mail.siteUrl })
  if (content)
    await sendWantedEmail(ctx, { userId, email: facts.email, role, kind: "money" }, content, emailId)
}
