import { and, eq } from "drizzle-orm"
import { isUsableToken } from "#core/api-tokens/create-api-token.server.ts"
import { instantText } from "#core/calendar/instant-text.ts"
import { apiTokens } from "#db/schema/index.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { personFacts } from "../person-facts.server.ts"

/** Warns that API calls with a token will be rejected after it expires. Not sent for a token that was revoked since. */
export const tokenEnding = defineEmail({
  job: "send-token-ending-email",
  kind: "security",
  async load(ctx, { userId, role, tokenId }) {
    const to = await personFacts(ctx.db, { userId, role })
    const [token] = await ctx.db
      .select({ name: apiTokens.name, expiresAt: apiTokens.expiresAt })
      .from(apiTokens)
      .where(and(eq(apiTokens.id, tokenId), isUsableToken(ctx.now())))
    return to && token && { to, name: token.name, end: instantText(token.expiresAt) }
  },
  subject: ({ name, end }) => `Your API token "${name}" expires on ${end}`,
  body: ({ name, end, siteUrl }) => (
    <>
      <Text>{`Your API token "${name}" works until ${end}. If a script still uses it, create a new token and switch the script to it before that day.`}</Text>
      <Action href={`${siteUrl}/api-tokens`}>Open my API tokens</Action>
    </>
  ),
})
