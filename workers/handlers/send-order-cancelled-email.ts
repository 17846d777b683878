import { sendOrderCancelled } from "#core/notifications/send-order-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendOrderCancelledEmail: Handler<"send-order-cancelled-email"> = (ctx, payload, job) =>
  sendOrderCancelled(ctx, payload, job.id)
