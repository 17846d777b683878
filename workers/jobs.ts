import { cancelCheckoutPayment } from "#core/checkout/cancel-payment.server.ts"
import type { SystemContext } from "#core/context.ts"
import {
  sendConfirmation,
  sendDecision,
  sendDeviceLink,
  sendEmailChanged,
  sendEmailChangeLink,
  sendEmailChangeNotice,
  sendMarketChange,
  sendPasskeyAdded,
  sendPasskeyRemoved,
  sendPasswordChanged,
  sendPasswordReset,
  sendPhoneChanged,
  sendTermsAnnounced,
  sendTokenEnding,
  sendWelcome,
} from "#core/emails/send-account-email.server.ts"
import { sendDispute, sendDisputeToAdmins } from "#core/emails/send-dispute-email.server.ts"
import { sendMarketOpened } from "#core/emails/send-market-email.server.ts"
import {
  sendPayoutEmail,
  sendRequirements,
  sendSubscriptionEmail,
  sendSubscriptionRefundedEmail,
} from "#core/emails/send-money-email.server.ts"
import {
  sendCheckoutRefunded,
  sendNewOrder,
  sendOrderCancelled,
  sendOrderCancelledToSeller,
  sendOrderReceipt,
  sendOrderReminder,
  sendOrderStatus,
  sendRefundMade,
  sendRefundMadeToSeller,
} from "#core/emails/send-order-email.server.ts"
import { processImage } from "#core/images/process-image.server.ts"
import { recordSalesTax } from "#core/orders/record-sales-tax.server.ts"
import type { JobName, JobPayload } from "#core/outbox/events.ts"
import { processEvent } from "#core/payments/process-event.server.ts"
import { sendRefund } from "#core/payments/send-refund.server.ts"
import { sendPayout } from "#core/payouts/send-payout.server.ts"
import { sendOrderTransfers } from "#core/payouts/send-transfers.server.ts"
import { locateMarket } from "#core/places/locate-market.server.ts"
import { closeAccounts } from "#core/privacy/close-accounts.server.ts"
import { finishDeletion } from "#core/privacy/finish-deletion.server.ts"
import { pushApplication } from "#core/push/send-application-push.server.ts"
import { pushNewDelivery } from "#core/push/send-delivery-push.server.ts"
import { pushMarketOpened } from "#core/push/send-market-push.server.ts"
import {
  pushNewOrder,
  pushOrderCancelled,
  pushOrderStep,
  pushRefund,
} from "#core/push/send-order-push.server.ts"
import { keepOneSubscription } from "#core/subscriptions/keep-one-subscription.server.ts"
import type { QueueName } from "./queues.ts"

/**
 * Does one job, by one call of a core command. It runs at least once: being run again must change nothing.
 * `jobId` names this piece of work and stays the same over its tries; an email takes it as its own id.
 */
export type Handler<J extends JobName> = (
  ctx: SystemContext,
  payload: JobPayload<J>,
  jobId: string,
) => Promise<unknown>

type Jobs = { readonly [J in JobName]: { readonly queue: QueueName; readonly run: Handler<J> } }

/** Where each job waits, and what does it. An event that names a job that is not here does not compile. */
export const JOBS: Jobs = {
  "send-confirmation-email": { queue: "mail", run: sendConfirmation },
  "send-password-reset-email": { queue: "mail", run: sendPasswordReset },
  "send-terms-email": { queue: "mail", run: sendTermsAnnounced },
  "send-welcome-email": { queue: "mail", run: sendWelcome },
  "send-token-ending-email": { queue: "mail", run: sendTokenEnding },
  "send-device-link-email": { queue: "mail", run: sendDeviceLink },
  "send-email-change-link": { queue: "mail", run: sendEmailChangeLink },
  "send-email-change-notice": { queue: "mail", run: sendEmailChangeNotice },
  "send-email-changed-email": { queue: "mail", run: sendEmailChanged },
  "send-password-changed-email": { queue: "mail", run: sendPasswordChanged },
  "send-passkey-added-email": { queue: "mail", run: sendPasskeyAdded },
  "send-passkey-removed-email": { queue: "mail", run: sendPasskeyRemoved },
  "send-phone-changed-email": { queue: "mail", run: sendPhoneChanged },
  "send-decision-email": { queue: "mail", run: sendDecision },
  "send-market-change-email": { queue: "mail", run: sendMarketChange },
  "send-market-opened-email": { queue: "mail", run: sendMarketOpened },
  "send-order-receipt-email": { queue: "mail", run: sendOrderReceipt },
  "send-new-order-email": { queue: "mail", run: sendNewOrder },
  "send-order-status-email": { queue: "mail", run: sendOrderStatus },
  "send-order-cancelled-email": { queue: "mail", run: sendOrderCancelled },
  "send-order-cancelled-seller-email": { queue: "mail", run: sendOrderCancelledToSeller },
  "send-order-reminder-email": { queue: "mail", run: sendOrderReminder },
  "send-dispute-email": { queue: "mail", run: sendDispute },
  "send-dispute-admin-email": { queue: "mail", run: sendDisputeToAdmins },
  "send-refund-email": { queue: "mail", run: sendRefundMade },
  "send-refund-seller-email": { queue: "mail", run: sendRefundMadeToSeller },
  "send-checkout-refunded-email": { queue: "mail", run: sendCheckoutRefunded },
  "push-new-order": { queue: "push", run: pushNewOrder },
  "push-order-step": { queue: "push", run: pushOrderStep },
  "push-order-cancelled": { queue: "push", run: pushOrderCancelled },
  "push-refund": { queue: "push", run: pushRefund },
  "push-market-opened": { queue: "push", run: pushMarketOpened },
  "push-new-delivery": { queue: "push", run: pushNewDelivery },
  "push-application": { queue: "push", run: pushApplication },
  "process-image": { queue: "images", run: processImage },
  "locate-market": { queue: "places", run: locateMarket },
  "cancel-checkout-payment": { queue: "money", run: cancelCheckoutPayment },
  // It ends a seller's subscription, so it is tried as long as money is.
  "finish-account-deletion": {
    queue: "money",
    async run(ctx, { userId }) {
      await finishDeletion(ctx, userId)
      await closeAccounts(ctx, userId)
    },
  },
  "process-payment-event": { queue: "money", run: processEvent },
  "send-refund": { queue: "money", run: sendRefund },
  // What fails here stays due, and the sweep tries it again.
  "send-transfers": { queue: "money", run: sendOrderTransfers },
  "send-payout": { queue: "money", run: sendPayout },
  "send-payout-email": { queue: "mail", run: sendPayoutEmail },
  "send-plan-email": { queue: "mail", run: sendSubscriptionEmail },
  "send-plan-refunded-email": { queue: "mail", run: sendSubscriptionRefundedEmail },
  "send-requirements-email": { queue: "mail", run: sendRequirements },
  "record-sales-tax": { queue: "money", run: recordSalesTax },
  "keep-one-plan": { queue: "money", run: keepOneSubscription },
}
