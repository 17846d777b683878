import { sendOrderReceipt } from "#core/notifications/send-order-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendOrderReceiptEmail: Handler<"send-order-receipt-email"> = (ctx, payload, job) =>
  sendOrderReceipt(ctx, payload, job.id)
