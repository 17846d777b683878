import type { JobName } from "#core/events.ts"
import type { Handler } from "#workers/handler.ts"
import { cancelCheckoutPaymentJob } from "./cancel-checkout-payment.ts"
import { finishAccountDeletion } from "./finish-account-deletion.ts"
import { keepOnePlanJob } from "./keep-one-plan.ts"
import { locateMarketJob } from "./locate-market.ts"
import { processImageJob } from "./process-image.ts"
import { processPaymentEventJob } from "./process-payment-event.ts"
import { recordSalesTaxJob } from "./record-sales-tax.ts"
import { sendCheckoutRefundedEmail } from "./send-checkout-refunded-email.ts"
import { sendConfirmationEmail } from "./send-confirmation-email.ts"
import { sendDecisionEmail } from "./send-decision-email.ts"
import { sendDeviceLinkEmail } from "./send-device-link-email.ts"
import { sendDisputeAdminEmail } from "./send-dispute-admin-email.ts"
import { sendDisputeEmail } from "./send-dispute-email.ts"
import { sendNewOrderEmail } from "./send-new-order-email.ts"
import { sendOrderCancelledEmail } from "./send-order-cancelled-email.ts"
import { sendOrderCancelledSellerEmail } from "./send-order-cancelled-seller-email.ts"
import { sendOrderReceiptEmail } from "./send-order-receipt-email.ts"
import { sendOrderReminderEmail } from "./send-order-reminder-email.ts"
import { sendOrderStatusEmail } from "./send-order-status-email.ts"
import { sendPasswordResetEmail } from "./send-password-reset-email.ts"
import { sendPayoutJob } from "./send-payout.ts"
import { sendPayoutEmail } from "./send-payout-email.ts"
import { sendPlanEmail } from "./send-plan-email.ts"
import { sendPlanRefundedEmail } from "./send-plan-refunded-email.ts"
import { sendRefundJob } from "./send-refund.ts"
import { sendRequirementsEmail } from "./send-requirements-email.ts"
import { sendTokenEndingEmail } from "./send-token-ending-email.ts"
import { sendTransfersJob } from "./send-transfers.ts"
import { sendWelcomeEmail } from "./send-welcome-email.ts"

/** One handler a job: an event that names a job without one does not compile. */
export const handlers = {
  "cancel-checkout-payment": cancelCheckoutPaymentJob,
  "keep-one-plan": keepOnePlanJob,
  "finish-account-deletion": finishAccountDeletion,
  "locate-market": locateMarketJob,
  "process-image": processImageJob,
  "process-payment-event": processPaymentEventJob,
  "record-sales-tax": recordSalesTaxJob,
  "send-checkout-refunded-email": sendCheckoutRefundedEmail,
  "send-confirmation-email": sendConfirmationEmail,
  "send-decision-email": sendDecisionEmail,
  "send-dispute-admin-email": sendDisputeAdminEmail,
  "send-dispute-email": sendDisputeEmail,
  "send-new-order-email": sendNewOrderEmail,
  "send-order-cancelled-email": sendOrderCancelledEmail,
  "send-order-cancelled-seller-email": sendOrderCancelledSellerEmail,
  "send-order-reminder-email": sendOrderReminderEmail,
  "send-order-receipt-email": sendOrderReceiptEmail,
  "send-order-status-email": sendOrderStatusEmail,
  "send-password-reset-email": sendPasswordResetEmail,
  "send-refund": sendRefundJob,
  "send-payout": sendPayoutJob,
  "send-payout-email": sendPayoutEmail,
  "send-plan-email": sendPlanEmail,
  "send-plan-refunded-email": sendPlanRefundedEmail,
  "send-requirements-email": sendRequirementsEmail,
  "send-transfers": sendTransfersJob,
  "send-welcome-email": sendWelcomeEmail,
  "send-token-ending-email": sendTokenEndingEmail,
  "send-device-link-email": sendDeviceLinkEmail,
} satisfies { [J in JobName]: Handler<J> }
