import { sendCheckoutRefunded } from "#core/notifications/send-order-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendCheckoutRefundedEmail: Handler<"send-checkout-refunded-email"> = (ctx, payload, job) =>
  sendCheckoutRefunded(ctx, payload, job.id)
