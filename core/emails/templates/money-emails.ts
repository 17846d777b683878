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
    subject: "Stripe needs something more from you",
    greeting: `Hello ${to.firstName},`,
    parts: [
      text("Stripe, which pays you, asks for further details. Until it has them it may not pay you."),
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
        text(`We have sent ${amount} to your bank. It is usually there within two working days.`),
        action("Open my dashboard", dashboardOf(to)),
      ],
    }
  return {
    subject: `Your payout of ${amount} did not go through`,
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
    subject: `You paid twice: ${amount} are on their way back`,
    greeting: `Hello ${to.firstName},`,
    parts: [
      text(
        `Your subscription was paid for a second time. We have ended the second one and sent its ${amount} back to your card; the first goes on as before.`,
      ),
      action("Open my dashboard", `${to.siteUrl}/market-dashboard`),
    ],
  }
}

type SubscriptionWords = { subject: string; text: string; button: string; path: string }

/** By what was and is, by what we decided and what is, or by what is alone. */
const SUBSCRIPTION_WORDS: Record<string, SubscriptionWords> = {
  "past_due active": {
    subject: "Your subscription is paid again",
    text: "Thank you: the monthly $5.00 went through, and your market stays open.",
    button: "Open my dashboard",
    path: "/market-dashboard",
  },
  "denied cancelled": {
    subject: "Your subscription has ended",
    text: "Your application is denied, so your monthly $5.00 has ended with it: you are not charged any more. Orders that are paid can still be completed.",
    button: "Open my dashboard",
    path: "/market-dashboard",
  },
  past_due: {
    subject: "We could not charge your card",
    text: "The monthly $5.00 of your subscription could not be charged. We'll try again over the next few days; with another card it goes through right away. If every try fails, your market closes.",
    button: "Update my card",
    path: "/updateCard",
  },
  cancelled: {
    subject: "Your subscription has ended",
    text: "You are not charged any more. Your products are no longer listed and cannot be bought; orders that are paid can still be completed. You can subscribe again at any time.",
    button: "Subscribe again",
    path: "/register-subscription",
  },
  active: {
    subject: "Your subscription has begun",
    text: "Welcome! Your market can list and sell its products now. The subscription is $5.00 a month, and you can cancel it at any time.",
    button: "Open my dashboard",
    path: "/market-dashboard",
  },
}
