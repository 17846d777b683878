import { type Cents, formatMoney } from "#core/money.ts"
import { action, type EmailContent, quote, text } from "./compose-email.ts"

type Recipient = {
  readonly firstName: string
  readonly role: "seller" | "deliverer"
  readonly siteUrl: string
}

const dashboardOf = ({ role, siteUrl }: Recipient) =>
  `${siteUrl}${role === "seller" ? "/market-dashboard" : "/express-dashboard"}`
const requirementsOf = ({ role, siteUrl }: Recipient) =>
  `${siteUrl}${role === "seller" ? "/requirement" : "/requirement-express"}`

/** The payment provider wants to know more; until then it may hold the money back. */
export function requirementsEmail(to: Recipient): EmailContent {
  return {
    subject: "Stripe needs more information from you",
    greeting: `Hello ${to.firstName},`,
    parts: [
      text("Stripe, which pays you, needs more details. It may hold your payouts until it has them."),
      action("Meet the requirement", requirementsOf(to)),
    ],
  }
}

/** A payout is on its way, or came back with the reason. */
export function payoutEmail(to: Recipient & { amountCents: Cents; failure: string | null }): EmailContent {
  const amount = formatMoney(to.amountCents)
  if (to.failure === null)
    return {
      subject: `Your payout of ${amount} is on its way`,
      greeting: `Hello ${to.firstName},`,
      parts: [
        text(`We sent ${amount} to your bank. It usually arrives within two business days.`),
        action("Open my dashboard", dashboardOf(to)),
      ],
    }
  return {
    subject: `Your payout of ${amount} didn't go through`,
    greeting: `Hello ${to.firstName},`,
    parts: [
      text("Your bank returned the money. It said:"),
      quote(to.failure),
      text(`The ${amount} is back in your balance. Once that's fixed, request the payout again.`),
      action("Open my dashboard", dashboardOf(to)),
    ],
  }
}

/** What became of a seller's monthly subscription; null where there is nothing to write about. */
export function subscriptionEmail(
  to: Omit<Recipient, "role"> & { before: string; now: string; approval: string | null },
): EmailContent | null {
  const words =
    SUBSCRIPTION_WORDS[`${to.approval} ${to.now}`] ??
    SUBSCRIPTION_WORDS[`${to.before} ${to.now}`] ??
    SUBSCRIPTION_WORDS[to.now]
  if (!words) return null
  return {
    subject: words.subject,
    greeting: `Hello ${to.firstName},`,
    parts: [text(words.text), action(words.button, `${to.siteUrl}${words.path}`)],
  }
}

/** A seller paid for the subscription twice, in two tabs say; one stays, and the other's money is on its way back. */
export function subscriptionRefundedEmail(
  to: Omit<Recipient, "role"> & { amountCents: Cents },
): EmailContent {
  const amount = formatMoney(to.amountCents)
  return {
    subject: `You paid twice: we're refunding ${amount}`,
    greeting: `Hello ${to.firstName},`,
    parts: [
      text(
        `You paid for your subscription twice. We ended the second one and refunded ${amount} to your card; the first continues as before.`,
      ),
      action("Open my dashboard", `${to.siteUrl}/market-dashboard`),
    ],
  }
}

type SubscriptionWords = { subject: string; text: string; button: string; path: string }

/** By what was and is, by what we decided and what is, or by what is alone. */
const SUBSCRIPTION_WORDS: Record<string, SubscriptionWords> = {
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
