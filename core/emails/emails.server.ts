import type { SystemContext } from "#core/context.ts"
import type { JobPayload } from "#core/outbox/events.ts"
import { confirmEmail } from "./account/confirm-email.server.tsx"
import { decision } from "./account/decision.server.tsx"
import { deviceLink } from "./account/device-link.server.tsx"
import { emailChangeLink } from "./account/email-change-link.server.tsx"
import { emailChangeNotice } from "./account/email-change-notice.server.tsx"
import { emailChanged } from "./account/email-changed.server.tsx"
import { marketChange } from "./account/market-change.server.tsx"
import { passkeyAdded } from "./account/passkey-added.server.tsx"
import { passkeyRemoved } from "./account/passkey-removed.server.tsx"
import { passwordChanged } from "./account/password-changed.server.tsx"
import { passwordReset } from "./account/password-reset.server.tsx"
import { phoneChanged } from "./account/phone-changed.server.tsx"
import { secondTermsEmail } from "./account/second-terms.server.tsx"
import { tokenEnding } from "./account/token-ending.server.tsx"
import { welcome } from "./account/welcome.server.tsx"
import type { Email } from "./define-email.server.ts"
import { dispute } from "./money/dispute.server.tsx"
import { disputeAdmins } from "./money/dispute-admins.server.tsx"
import { payout } from "./money/payout.server.tsx"
import { requirementsDue } from "./money/requirements-due.server.tsx"
import { subscription } from "./money/subscription.server.tsx"
import { subscriptionRefunded } from "./money/subscription-refunded.server.tsx"
import { checkoutRefunded } from "./orders/checkout-refunded.server.tsx"
import { courierStep } from "./orders/courier-step.server.tsx"
import { evening } from "./orders/evening.server.tsx"
import { marketOpened } from "./orders/market-opened.server.tsx"
import { newOrder } from "./orders/new-order.server.tsx"
import { orderCancelled } from "./orders/order-cancelled.server.tsx"
import { orderCancelledSeller } from "./orders/order-cancelled-seller.server.tsx"
import { orderStep } from "./orders/order-step.server.tsx"
import { receipt } from "./orders/receipt.server.tsx"
import { refund } from "./orders/refund.server.tsx"
import { refundSeller } from "./orders/refund-seller.server.tsx"
import { reminder } from "./orders/reminder.server.tsx"
import { replacementOffer } from "./orders/replacement-offer.server.tsx"

const EMAILS = [
  confirmEmail,
  decision,
  deviceLink,
  emailChangeLink,
  emailChangeNotice,
  emailChanged,
  marketChange,
  passkeyAdded,
  passkeyRemoved,
  passwordChanged,
  passwordReset,
  phoneChanged,
  secondTermsEmail,
  tokenEnding,
  welcome,
  disputeAdmins,
  dispute,
  payout,
  requirementsDue,
  subscriptionRefunded,
  subscription,
  checkoutRefunded,
  orderStep,
  evening,
  marketOpened,
  newOrder,
  orderCancelledSeller,
  orderCancelled,
  courierStep,
  receipt,
  refundSeller,
  refund,
  reminder,
  replacementOffer,
] as const

export type EmailJob = (typeof EMAILS)[number]["job"]
type EmailJobs = {
  readonly [J in EmailJob]: (ctx: SystemContext, payload: JobPayload<J>, emailId: string) => Promise<void>
}

/** The handler of each job that sends emails. It sends the job's emails in the order of this list. */
export const EMAIL_JOBS = Object.fromEntries(
  EMAILS.map(({ job }) => {
    const ofJob: readonly Pick<Email<never>, "send">[] = EMAILS.filter((email) => email.job === job)
    const sendAll = async (ctx: SystemContext, payload: never, emailId: string) => {
      for (const email of ofJob) await email.send(ctx, payload, emailId)
    }
    return [job, sendAll]
  }),
) as EmailJobs
