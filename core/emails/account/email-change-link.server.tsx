import { and, eq, isNull } from "drizzle-orm"
import { isReservedEmail } from "#core/identity/reserved-email.server.ts"
import { emailChanges, users } from "#db/schema/index.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { personFacts } from "../person-facts.server.ts"
import { linkTo } from "./account-facts.server.ts"

/**
 * Sent to the new address; opening its link confirms the change. Not sent to an address that another account has or may
 * take back. The link is created here, as in `withLink`.
 */
export const emailChangeLink = defineEmail({
  job: "send-email-change-link",
  kind: "security",
  async load(ctx, { userId, role, changeId }) {
    const [change] = await ctx.db
      .select({ email: emailChanges.email })
      .from(emailChanges)
      .where(and(eq(emailChanges.id, changeId), isNull(emailChanges.confirmedAt)))
    const to = change && (await personFacts(ctx.db, { userId, role }))
    if (!to || (await ctx.db.$count(users, eq(users.email, change.email))) > 0) return null
    if (await isReservedEmail(ctx.db, ctx.now(), { email: change.email, userId })) return null
    const url = await linkTo(ctx, "change-email", { userId, role, changeId })
    // The new email is not confirmed either, so the greeting has no name, as `PersonFacts` says.
    return { to: { ...to, email: change.email, firstName: "" }, url }
  },
  subject: () => "Confirm your new email for Pushcart",
  body: ({ url }) => (
    <>
      <Text>You asked to use this address for your Pushcart account. Please confirm that it's yours.</Text>
      <Action href={url}>Use this email</Action>
      <Text>
        The link works once, for 24 hours. Until then we'll keep using your old email. If you didn't request
        this, you can ignore this email.
      </Text>
    </>
  ),
})
