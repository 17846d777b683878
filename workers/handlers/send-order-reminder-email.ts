import { sendOrderReminder } from "#core/notifications/send-order-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendOrderReminderEmail: Handler<"send-order-reminder-email"> = (ctx, payload, job) =>
  sendOrderReminder(ctx, payload, job.id)
