import { defineEmail } from "../define-email.server.ts"
import { Action, Text } from "../email-parts.server.tsx"
import { personFacts } from "../person-facts.server.ts"

/** Sent when a seller's monthly subscription changes status. Not sent for a change that `WORDS` does not list. */
export const subscription = defineEmail({
  job: "send-plan-email",
  kind: "money",
  async load(ctx, { userId, before, now }) {
    const to = await personFacts(ctx.db, { userId, role: "seller" })
    if (!to) return null
    const words = WORDS[`${to.approval} ${now}`] ?? WORDS[`${before} ${now}`] ?? WORDS[now]
    return words && { to, words }
  },
  subject: ({ words }) => words.subject,
  body: ({ words, siteUrl }) => (
    <>
      <Text>{words.text}</Text>
      <Action href={`${siteUrl}${words.path}`}>{words.button}</Action>
    </>
  ),
})

type Words = { subject: string; text: string; button: string; path: string }

/**
 * Keyed by the seller's approval and the new status, by the old and the new status, or by the new status alone; the
 * first match in this order.
 */
const WORDS: Record<string, Words> = {
  "past_due active": {
    subject: "Your subscription payment went through",
    text: "Thank you. Your monthly $5.00 went through, and your market stays open.",
    button: "Open my dashboard",
    path: "/market-dashboard",
  },
  "denied cancelled": {
    subject: "Your subscription has ended",
    text: "Your application was denied, so we ended your subscription: you'll no longer be charged $5.00 a month. You can still complete paid orders.",
    button: "Open my dashboard",
    path: "/market-dashboard",
  },
  past_due: {
    subject: "We couldn't charge your card",
    text: "We couldn't charge the monthly $5.00 for your subscription. We'll try again over the next few days; if you add another card, we'll charge it right away. If every attempt fails, your market closes.",
    button: "Update my card",
    path: "/updateCard",
  },
  cancelled: {
    subject: "Your subscription has ended",
    text: "You'll no longer be charged. Your products are no longer listed and can't be bought, but you can still complete paid orders. You can subscribe again at any time.",
    button: "Subscribe again",
    path: "/register-subscription",
  },
  active: {
    subject: "Your subscription has started",
    text: "Welcome! You can now list and sell your products. The subscription is $5.00 a month, and you can cancel it at any time.",
    button: "Open my dashboard",
    path: "/market-dashboard",
  },
}
