import { ENDED_TEXTS } from "#core/approvals/applicants.ts"
import type { Role } from "#core/identity/roles.ts"
import { type ChangeKind, KIND_WORDS } from "#core/market/market-changes.ts"
import { type SecondTerms, TERMS_TIME_ZONE } from "#core/terms/terms.ts"
import { action, type EmailContent, quote, text } from "./compose-email.ts"

type Addressee = { readonly firstName: string; readonly role: Role }

const ROLE_WORDS = {
  customer: "customer",
  seller: "seller",
  deliverer: "courier",
  admin: "admin",
} as const satisfies Record<Role, string> /** Where each role signs in. */
export const SIGN_IN_PATHS = {
  customer: "/login",
  seller: "/market",
  deliverer: "/express",
  admin: "/admin",
} as const satisfies Record<Role, string>

const hello = ({ firstName }: Pick<Addressee, "firstName">) => (firstName ? `Hello ${firstName},` : "Hello,")

/** Asks to confirm the email; without it nobody signs in. */
export function confirmationEmail(to: Addressee & { url: string }): EmailContent {
  return {
    subject: "Confirm your email for Pushcart",
    greeting: hello(to),
    parts: [
      text(
        `Please confirm that this is your email address. After that you can log in as a ${ROLE_WORDS[to.role]}.`,
      ),
      action("Confirm my email", to.url),
      text(
        "The link works for 24 hours; after that, its page offers a new one. If you didn't sign up for Pushcart, you can ignore this email.",
      ),
    ],
  }
}

/** A link to a new password. */
export function passwordResetEmail(to: Addressee & { url: string }): EmailContent {
  return {
    subject: "Choose a new Pushcart password",
    greeting: hello(to),
    parts: [
      text("Someone, hopefully you, requested a new password for this email address."),
      action("Choose a new password", to.url),
      text(
        "The link works once, for one hour. Choosing a new password logs you out everywhere. If it wasn't you, you can ignore this email: your password won't change.",
      ),
    ],
  }
}

/** A link for an admin whom the guesses of others keep out. */
export function deviceLinkEmail(to: Addressee & { url: string }): EmailContent {
  return {
    subject: "Log in to Pushcart from this device",
    greeting: hello(to),
    parts: [
      text(
        "Your account is locked because of too many wrong passwords. Open this link on the device you want to log in from, then enter your password and code as usual.",
      ),
      action("Use this device", to.url),
      text("The link works once, for one hour. If you didn't request it, you can ignore this email."),
    ],
  }
}

/** Goes to the new address: opening the link makes it theirs. */
export function emailChangeEmail(to: Addressee & { url: string }): EmailContent {
  return {
    subject: "Confirm your new email for Pushcart",
    greeting: hello(to),
    parts: [
      text("You asked to use this address for your Pushcart account. Please confirm that it's yours."),
      action("Use this email", to.url),
      text(
        "The link works once, for 24 hours. Until then we'll keep using your old email. If you didn't request this, you can ignore this email.",
      ),
    ],
  }
}

/** Goes to the old address as soon as somebody asks: who knows the password may not be its owner. */
export function emailChangeNoticeEmail(to: Addressee & { newEmail: string; url: string }): EmailContent {
  return {
    subject: "Someone asked to change your Pushcart email",
    greeting: hello(to),
    parts: [
      text(
        `Someone, hopefully you, asked to change your Pushcart email to ${to.newEmail}. Your email won't change until the link we sent there is opened. If it was you, you don't need to do anything.`,
      ),
      text("If it wasn't you, keep your email and choose a new password: someone knows your current one."),
      action("Keep my email", to.url),
      text("Once your email has been changed, the same link lets you use the old one again, for seven days."),
    ],
  }
}

/** Goes to the old address, which may be all that is left to its owner. */
export function emailChangedEmail(to: Addressee & { newEmail: string; url: string }): EmailContent {
  return {
    subject: "Your Pushcart email was changed",
    greeting: hello(to),
    parts: [
      text(
        `Your account now uses ${to.newEmail}. Use it to log in; our emails go there too. If it was you, you don't need to do anything.`,
      ),
      text(
        "If it wasn't you, you have seven days to use this email again. That logs out every device and removes the password, and you choose a new one.",
      ),
      action("Use my old email again", to.url),
    ],
  }
}

/** Said after the fact, as all of them that are about signing in. */
export function passwordChangedEmail(to: Addressee & { siteUrl: string }): EmailContent {
  return {
    subject: "Your Pushcart password was changed",
    greeting: hello(to),
    parts: [
      text(
        "Someone, hopefully you, set a new password. Every other device was logged out, and your API tokens no longer work.",
      ),
      text(notYou(to)),
      action("Go to Pushcart", `${to.siteUrl}${SIGN_IN_PATHS[to.role]}`),
    ],
  }
}

/** A passkey opens the account without the password. */
export function passkeyAddedEmail(to: Addressee & { passkeyName: string; siteUrl: string }): EmailContent {
  return {
    subject: "A passkey was added to your Pushcart account",
    greeting: hello(to),
    parts: [
      text(`The passkey "${to.passkeyName}" can now log in to your account. Your password works as before.`),
      text(notYou(to)),
      action("Open my account", `${to.siteUrl}/account`),
    ],
  }
}

/** Of one, or of several that went with a new password. */
export function passkeyRemovedEmail(
  to: Addressee & { count: number; left: readonly string[]; siteUrl: string },
): EmailContent {
  const what = to.count === 1 ? "A passkey was" : `${to.count} passkeys were`
  const left = to.left.map((name) => `"${name}"`).join(", ")
  return {
    subject: `${what} removed from your Pushcart account`,
    greeting: hello(to),
    parts: [
      text(
        `${what} removed from your account and can no longer log in. ${left ? `These passkeys still work: ${left}.` : "You have no passkeys left."}`,
      ),
      text(notYou(to)),
      action("Open my account", `${to.siteUrl}/account`),
    ],
  }
}

/** It is called about orders, and could be somebody else's now. */
export function phoneChangedEmail(to: Addressee & { siteUrl: string }): EmailContent {
  return {
    subject: "Your Pushcart phone number was changed",
    greeting: hello(to),
    parts: [
      text(
        `Someone, hopefully you, changed the phone number of your ${ROLE_WORDS[to.role]} account on your account page.`,
      ),
      text(notYou(to)),
      action("Open my account", `${to.siteUrl}/account`),
    ],
  }
}

/** The whole cure: each step alone leaves a way in. Admins have no reset by web. */
const notYou = ({ role }: Pick<Addressee, "role">) =>
  role === "admin"
    ? "If it wasn't you, tell the site's operator right away. If you can still log in, set a new password on your account page, which logs out every other device, and remove every passkey you don't recognize in the same form."
    : "If it wasn't you, use the link \"Forgot your password?\" to choose a new password right away: that logs out every device. On the same page, remove every passkey you don't recognize. Then log in and check on your account page that the email and phone number are yours."

const termsDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: TERMS_TIME_ZONE })

/** Announces the second version of the terms, as the first promises; to who confirmed an email late, after its day. */
export function termsEmail(to: Addressee & SecondTerms & { siteUrl: string }): EmailContent {
  const day = termsDay.format(to.from)
  return {
    subject: `Our terms and privacy policy ${to.isInForce ? "changed" : "change"} on ${day}`,
    greeting: hello(to),
    parts: [
      text(
        `From ${day} on, a second version of Pushcart's terms of service and privacy policy applies. It covers what's new: time windows for pickup and delivery, tips, partial refunds, phone calls about an order, notifications on your device, and sharing a courier's location during a delivery.`,
      ),
      action("Read the second version", `${to.siteUrl}/terms`),
      text(
        `${to.isInForce ? "" : "Until then, the version that you agreed to applies. "}If you keep using Pushcart after that day, the new terms apply. If you don't agree to them, you can delete your account on your account page.`,
      ),
      text(
        "You can agree now, on any page. You need to agree before you can get notifications on your device or share your location as a courier.",
      ),
    ],
  }
}

/** The first email: what happens next, role by role. */
export function welcomeEmail(to: Addressee & { siteUrl: string }): EmailContent {
  return {
    subject: "Welcome to Pushcart",
    greeting: hello(to),
    parts: [
      text("It's good to have you here. A second email lets you confirm your address; please do that first."),
      text(NEXT_STEPS[to.role]),
      action("Go to Pushcart", `${to.siteUrl}${SIGN_IN_PATHS[to.role]}`),
    ],
  }
}

const NEXT_STEPS = {
  customer:
    "Then search for the markets near you by zip code, fill your cart, and choose delivery or pick up.",
  seller:
    "Our team is reviewing your documents and will email you. Meanwhile, you can connect the bank account you want to be paid to. Once you're approved and subscribed, your market opens.",
  deliverer:
    "Our team is reviewing your photo ID and will email you. Meanwhile, you can connect the bank account you want to be paid to. Once you're approved, you can take deliveries.",
  admin: "You can sign in as soon as your second factor is set up.",
} as const satisfies Record<Role, string>

const endFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "America/New_York" })

/** A script that goes on after the end finds its calls rejected. */
export function tokenEndingEmail(
  to: Addressee & { tokenName: string; end: Date; siteUrl: string },
): EmailContent {
  const end = endFormat.format(to.end)
  return {
    subject: `Your API token "${to.tokenName}" expires on ${end}`,
    greeting: hello(to),
    parts: [
      text(
        `Your API token "${to.tokenName}" works until ${end}. If a script still uses it, create a new token and switch the script to it before that day.`,
      ),
      action("Open my API tokens", `${to.siteUrl}/api-tokens`),
    ],
  }
}

/** The last email, to an address that is forgotten once it is sent. */
export function accountDeletedEmail(to: Pick<Addressee, "firstName">): EmailContent {
  return {
    subject: "Your Pushcart account was deleted",
    greeting: hello(to),
    parts: [
      text(
        "Your account has been deleted, as you asked. You're logged out everywhere, and this is our last email to you.",
      ),
      text(
        "We keep order, payment and tax records for as long as the law requires, without your name and street address. Stripe keeps your payout account, if you had one; you can ask them to close it.",
      ),
      text(
        "If it wasn't you, reply to this email today. You can sign up with this address again at any time.",
      ),
    ],
  }
}

/** An admin's decision about a seller or courier, with the reason when it is a no. */
export function decisionEmail(
  to: Addressee & { approved: boolean; reason: string | null; wasApproved: boolean; siteUrl: string },
): EmailContent {
  if (!to.approved && to.wasApproved) return approvalEndedEmail(to)
  const subject = to.role === "seller" ? "market" : "application to deliver"
  if (to.approved)
    return {
      subject: `Your ${subject} is approved`,
      greeting: hello(to),
      parts: [
        text(
          to.role === "seller"
            ? "Good news: your market is approved. Your dashboard shows what is left to do before you can sell."
            : "Good news: you are approved to deliver with Pushcart. Your dashboard shows what is left to do before your first delivery.",
        ),
        action("Open my dashboard", `${to.siteUrl}${SIGN_IN_PATHS[to.role]}`),
      ],
    }
  return {
    subject: `About your ${subject}`,
    greeting: hello(to),
    parts: [
      text("Thank you for applying. We reviewed your application and couldn't approve it:"),
      quote(to.reason?.trim() || "The documents don't show what we need to see."),
      text(
        "You can log in at any time to see this decision and to send us new photos. We'll delete the ones you sent in 90 days.",
      ),
      action("Log in", `${to.siteUrl}${SIGN_IN_PATHS[to.role]}`),
    ],
  }
}

/** Tells a person whose approval has ended what ends, what stays, and the way back. */
function approvalEndedEmail(to: Addressee & { reason: string | null; siteUrl: string }): EmailContent {
  const isSeller = to.role === "seller"
  return {
    subject: isSeller ? "Your market is closed" : "You can no longer deliver",
    greeting: hello(to),
    parts: [
      text(
        isSeller
          ? "Our team has ended the approval of your market, for this reason:"
          : "Our team has ended your approval to deliver, for this reason:",
      ),
      quote(to.reason?.trim() || "We can't tell you more here. Reply to this email to ask."),
      text(ENDED_TEXTS[isSeller ? "seller" : "deliverer"]),
      text("You can log in at any time to see this decision and to send us new photos."),
      action("Log in", `${to.siteUrl}${SIGN_IN_PATHS[to.role]}`),
    ],
  }
}

/**
 * What was decided about another name, address or time zone of the market: `reason` is why not, null where it was
 * approved.
 */
export function marketChangeEmail(
  to: Addressee & { kind: ChangeKind; wanted: string; reason: string | null; siteUrl: string },
): EmailContent {
  const page = action("Open my market", `${to.siteUrl}/my-market`)
  const kind = KIND_WORDS[to.kind]
  const isZone = to.kind === "timeZone"
  if (to.reason === null)
    return {
      subject: `Your market's new ${kind} is live`,
      greeting: hello(to),
      parts: [
        text(`We approved your market's new ${kind}. Customers now see:`),
        quote(to.wanted),
        ...(isZone
          ? [text("Your opening hours and order times use it from now on. Existing orders keep their time.")]
          : []),
        page,
      ],
    }
  return {
    subject: `About your market's new ${kind}`,
    greeting: hello(to),
    parts: [
      text(`You asked to change your market's ${kind} to “${to.wanted}”. We couldn't approve it:`),
      quote(to.reason),
      text(
        `Your market stays open ${isZone ? "in" : "under"} its old ${kind}. You can change your request at any time.`,
      ),
      page,
    ],
  }
}
