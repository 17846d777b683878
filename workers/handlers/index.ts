import type { JobName } from "#core/events.ts"
import type { Handler } from "#workers/handler.ts"
import { processImageJob } from "./process-image.ts"
import { sendCheckoutRefundedEmail } from "./send-checkout-refunded-email.ts"
import { sendConfirmationEmail } from "./send-confirmation-email.ts"
import { sendDecisionEmail } from "./send-decision-email.ts"
import { sendNewOrderEmail } from "./send-new-order-email.ts"
import { sendOrderCancelledEmail } from "./send-order-cancelled-email.ts"
import { sendOrderReceiptEmail } from "./send-order-receipt-email.ts"
import { sendOrderStatusEmail } from "./send-order-status-email.ts"
import { sendPasswordResetEmail } from "./send-password-reset-email.ts"
import { sendWelcomeEmail } from "./send-welcome-email.ts"

/** One handler a job: an event that names a job without one does not compile. */
export const handlers = {
  "process-image": processImageJob,
  "send-checkout-refunded-email": sendCheckoutRefundedEmail,
  "send-confirmation-email": sendConfirmationEmail,
  "send-decision-email": sendDecisionEmail,
  "send-new-order-email": sendNewOrderEmail,
  "send-order-cancelled-email": sendOrderCancelledEmail,
  "send-order-receipt-email": sendOrderReceiptEmail,
  "send-order-status-email": sendOrderStatusEmail,
  "send-password-reset-email": sendPasswordResetEmail,
  "send-welcome-email": sendWelcomeEmail,
} satisfies { [J in JobName]: Handler<J> }
