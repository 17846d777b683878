import { sendNewOrder } from "#core/notifications/send-order-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendNewOrderEmail: Handler<"send-new-order-email"> = (ctx, payload, job) =>
  sendNewOrder(ctx, payload, job.id)
