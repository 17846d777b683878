import { eq } from "drizzle-orm"
import { changeText, KIND_WORDS } from "#core/market/market-changes.ts"
import { marketChanges } from "#db/schema/index.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Quote, Text } from "../email-parts.server.tsx"
import { personFacts } from "../person-facts.server.ts"

/**
 * Sent when an admin has decided about a new name, address or time zone of a market. `reason` says why it was denied;
 * null if approved.
 */
export const marketChange = defineEmail({
  job: "send-market-change-email",
  kind: "security",
  async load(ctx, { userId, changeId }) {
    const to = await personFacts(ctx.db, { userId, role: "seller" })
    const [change] = await ctx.db
      .select({
        kind: marketChanges.kind,
        wanted: marketChanges.wanted,
        decision: marketChanges.decision,
        reason: marketChanges.reason,
      })
      .from(marketChanges)
      .where(eq(marketChanges.id, changeId))
    if (!to || !change) return null
    return {
      to,
      what: KIND_WORDS[change.kind],
      isZone: change.kind === "timeZone",
      wanted: changeText(change.wanted),
      reason: change.decision === "approved" ? null : change.reason,
    }
  },
  subject: ({ what, reason }) =>
    reason === null ? `Your market's new ${what} is live` : `About your market's new ${what}`,
  body: ({ what, isZone, wanted, reason, siteUrl }) => (
    <>
      {reason === null ? (
        <>
          <Text>{`We approved your market's new ${what}. Customers now see:`}</Text>
          <Quote>{wanted}</Quote>
          {isZone && (
            <Text>
              Your opening hours and order times use it from now on. Existing orders keep their time.
            </Text>
          )}
        </>
      ) : (
        <>
          <Text>{`You asked to change your market's ${what} to “${wanted}”. We couldn't approve it:`}</Text>
          <Quote>{reason}</Quote>
          <Text>{`Your market stays open ${isZone ? "in" : "under"} its old ${what}. You can change your request at any time.`}</Text>
        </>
      )}
      <Action href={`${siteUrl}/my-market`}>Open my market</Action>
    </>
  ),
})
