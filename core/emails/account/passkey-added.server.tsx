import { eq } from "drizzle-orm"
import { passkeys } from "#db/schema/index.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { personFacts } from "../person-facts.server.ts"
import { notYou } from "./account-facts.server.ts"

/**
 * Notifies the owner that a new passkey opens the account without the password. Not sent if it has been removed since.
 */
export const passkeyAdded = defineEmail({
  job: "send-passkey-added-email",
  kind: "security",
  async load(ctx, { userId, role, passkeyId }) {
    const to = await personFacts(ctx.db, { userId, role })
    const [passkey] = await ctx.db
      .select({ name: passkeys.name })
      .from(passkeys)
      .where(eq(passkeys.id, passkeyId))
    return to && passkey && { to, passkeyName: passkey.name }
  },
  subject: () => "A passkey was added to your Pushcart account",
  body: ({ to, passkeyName, siteUrl }) => (
    <>
      <Text>{`The passkey "${passkeyName}" can now log in to your account. Your password works as before.`}</Text>
      <Text>{notYou(to)}</Text>
      <Action href={`${siteUrl}/account`}>Open my account</Action>
    </>
  ),
})
