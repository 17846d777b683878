import { eq } from "drizzle-orm"
import type { SystemContext } from "#core/context.ts"
import { cents } from "#core/money.ts"
import { payouts } from "#db/schema/index.ts"
import { type PersonFacts, personFacts } from "./person-facts.server.ts"
import type { ComposedLetter } from "./templates/compose-email.ts"
import { payoutLetter, planLetter, planRefundedLetter, requirementsLetter } from "./templates/money-emails.ts"

type Person = { userId: string; role: "customer" | "seller" | "deliverer" | "admin" }
type Addressed = PersonFacts & { role: "seller" | "deliverer"; siteUrl: string }

/** Tells a seller or deliverer that the payment provider wants to know more. */
export const sendRequirements = (ctx: SystemContext, person: Person, letterId: string) =>
  send(ctx, person, letterId, requirementsLetter)

/** Tells that a payout is on its way, or that it came back. */
export async function sendPayoutLetter(
  ctx: SystemContext,
  input: Person & { payoutId: string },
  letterId: string,
): Promise<void> {
  const [payout] = await ctx.db.select().from(payouts).where(eq(payouts.id, input.payoutId))
  if (!payout) return
  const { amountCents, failure } = payout
  await send(ctx, input, letterId, (to) => payoutLetter({ ...to, amountCents, failure }))
}

/** Tells a seller what became of the monthly plan. */
export const sendPlanLetter = (
  ctx: SystemContext,
  input: { userId: string; before: string; now: string },
  letterId: string,
) =>
  send(ctx, { userId: input.userId, role: "seller" }, letterId, (to) =>
    planLetter({ ...to, before: input.before, now: input.now }),
  )

/** Tells a seller that what was paid for a second plan goes back. */
export const sendPlanRefundedLetter = (
  ctx: SystemContext,
  { userId, amountCents }: { userId: string; amountCents: number },
  letterId: string,
) =>
  send(ctx, { userId, role: "seller" }, letterId, (to) =>
    planRefundedLetter({ ...to, amountCents: cents(amountCents) }),
  )

async function send(
  ctx: SystemContext,
  { userId, role }: Person,
  letterId: string,
  compose: (to: Addressed) => ComposedLetter | null,
): Promise<void> {
  if (role !== "seller" && role !== "deliverer") return
  const facts = await personFacts(ctx.db, { userId, role })
  const letter = facts && compose({ ...facts, role, siteUrl: ctx.ports.mail.siteUrl })
  if (letter) await ctx.ports.mail.send({ ...letter, id: letterId, to: facts.email })
}
