import { detachCard } from "#core/cards/detach-card.server.ts"
import { cancelCheckoutPayment } from "#core/checkout/cancel-payment.server.ts"
import type { SystemContext } from "#core/context.ts"
import { EMAIL_JOBS, type EmailJob } from "#core/emails/emails.server.ts"
import { processImage } from "#core/images/process-image.server.ts"
import { expireReplacement } from "#core/orders/expire-replacement.server.ts"
import { recordSalesTax } from "#core/orders/record-sales-tax.server.ts"
import { remindOfNewOrder } from "#core/orders/remind-of-new-order.server.ts"
import { settlePacking } from "#core/orders/settle-packing.server.ts"
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
  pushOrderCancelled,
  pushOrderStep,
  pushRefund,
  pushReplacement,
} from "#core/push/send-order-push.server.ts"
import {
  pushDispute,
  pushNewOrder,
  pushOrderWaiting,
  pushPayoutFailed,
  pushReminder,
  pushRequirements,
  pushSubscription,
} from "#core/push/send-seller-push.server.ts"
import { keepOneSubscription } from "#core/subscriptions/keep-one-subscription.server.ts"
import type { QueueName } from "./queues.ts"

/**
 * Runs one job, by one call of a core command. A job runs at least once, so running it again must change nothing.
 * `jobId` stays the same over its retries; an email uses it as its own id.
 */
export type Handler<J extends JobName> = (
  ctx: SystemContext,
  payload: JobPayload<J>,
  jobId: string,
) => Promise<unknown>

type Jobs = { readonly [J in JobName]: { readonly queue: QueueName; readonly run: Handler<J> } }

const MAIL_JOBS = Object.fromEntries(
  Object.entries(EMAIL_JOBS).map(([job, run]) => [job, { queue: "mail", run }]),
) as Pick<Jobs, EmailJob>

/** The queue and the handler of each job. An event that names a job that is not here does not compile. */
export const JOBS: Jobs = {
  ...MAIL_JOBS,
  "push-new-order": { queue: "push", run: pushNewOrder },
  "push-order-waiting": { queue: "push", run: pushOrderWaiting },
  "push-order-step": { queue: "push", run: pushOrderStep },
  "push-order-cancelled": { queue: "push", run: pushOrderCancelled },
  "push-refund": { queue: "push", run: pushRefund },
  "push-replacement": { queue: "push", run: pushReplacement },
  "push-market-opened": { queue: "push", run: pushMarketOpened },
  "push-new-delivery": { queue: "push", run: pushNewDelivery },
  "push-application": { queue: "push", run: pushApplication },
  "push-order-reminder": { queue: "push", run: pushReminder },
  "push-dispute": { queue: "push", run: pushDispute },
  "push-payout-failed": { queue: "push", run: pushPayoutFailed },
  "push-requirements": { queue: "push", run: pushRequirements },
  "push-plan": { queue: "push", run: pushSubscription },
  "process-image": { queue: "images", run: processImage },
  "locate-market": { queue: "places", run: locateMarket },
  "cancel-checkout-payment": { queue: "money", run: cancelCheckoutPayment },
  // It ends a seller's subscription, so it is retried as often as jobs about money.
  "finish-account-deletion": {
    queue: "money",
    async run(ctx, { userId }) {
      await finishDeletion(ctx, userId)
      await closeAccounts(ctx, userId)
    },
  },
  "detach-card": { queue: "money", run: detachCard },
  "process-payment-event": { queue: "money", run: processEvent },
  "send-refund": { queue: "money", run: sendRefund },
  "expire-replacement": { queue: "money", run: expireReplacement },
  "settle-packing": { queue: "money", run: settlePacking },
  "remind-of-new-order": { queue: "push", run: remindOfNewOrder },
  // A transfer that fails stays due, and the sweep retries it.
  "send-transfers": { queue: "money", run: sendOrderTransfers },
  "send-payout": { queue: "money", run: sendPayout },
  "record-sales-tax": { queue: "money", run: recordSalesTax },
  "keep-one-plan": { queue: "money", run: keepOneSubscription },
}
