import { sendOrderCancelledToSeller } from "#core/notifications/send-order-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendOrderCancelledSellerEmail: Handler<"send-order-cancelled-seller-email"> = (
  ctx,
  payload,
  job,
) => sendOrderCancelledToSeller(ctx, payload, job.id)
