import { instantText } from "#core/calendar/instant-text.ts"
import { secondTerms } from "#core/terms/second-terms.server.ts"
import { TERMS_TIME_ZONE } from "#core/terms/terms.ts"
import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { personFacts } from "../person-facts.server.ts"

/**
 * Announces the second version of the terms, as the first version promises. A person who confirms an email late may get
 * it when the second version is in force already. Not sent once the announcement is withdrawn.
 */
export const secondTermsEmail = defineEmail({
  job: "send-terms-email",
  kind: "security",
  async load(ctx, person) {
    const to = await personFacts(ctx.db, person)
    const terms = to && (await secondTerms(ctx, ctx.db))
    return terms && { to, isInForce: terms.isInForce, day: instantText(terms.from, TERMS_TIME_ZONE) }
  },
  subject: ({ isInForce, day }) =>
    `Our terms and privacy policy ${isInForce ? "changed" : "change"} on ${day}`,
  body: ({ isInForce, day, siteUrl }) => (
    <>
      <Text>{`From ${day} on, a second version of Pushcart's terms of service and privacy policy applies. It covers what's new: time windows for pickup and delivery, tips, partial refunds, phone calls about an order, notifications on your device, and sharing a courier's location during a delivery.`}</Text>
      <Action href={`${siteUrl}/terms`}>Read the second version</Action>
      <Text>{`${isInForce ? "" : "Until then, the version that you agreed to applies. "}If you keep using Pushcart after that day, the new terms apply. If you don't agree to them, you can delete your account on your account page.`}</Text>
      <Text>
        You can agree now, on any page. You need to agree before you can get notifications on your device or
        share your location as a courier.
      </Text>
    </>
  ),
})
