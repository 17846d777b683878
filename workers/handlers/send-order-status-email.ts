import { sendOrderStatus } from "#core/notifications/send-order-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendOrderStatusEmail: Handler<"send-order-status-email"> = (ctx, payload, job) =>
  sendOrderStatus(ctx, payload, job.id)
