import { asc, eq } from "drizzle-orm"
import { passkeys } from "#db/schema/index.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { personFacts } from "../person-facts.server.ts"
import { notYou } from "./account-facts.server.ts"

/**
 * Sent about one passkey, or about several that were removed with a new password; lists those that still open the
 * account.
 */
export const passkeyRemoved = defineEmail({
  job: "send-passkey-removed-email",
  kind: "security",
  async load(ctx, { userId, role, count }) {
    const to = await personFacts(ctx.db, { userId, role })
    const left = await ctx.db
      .select({ name: passkeys.name })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(asc(passkeys.id))
    const what = count === 1 ? "A passkey was" : `${count} passkeys were`
    return to && { to, what, left: left.map(({ name }) => `"${name}"`).join(", ") }
  },
  subject: ({ what }) => `${what} removed from your Pushcart account`,
  body: ({ to, what, left, siteUrl }) => (
    <>
      <Text>{`${what} removed from your account and can no longer log in. ${left ? `These passkeys still work: ${left}.` : "You have no passkeys left."}`}</Text>
      <Text>{notYou(to)}</Text>
      <Action href={`${siteUrl}/account`}>Open my account</Action>
    </>
  ),
})
