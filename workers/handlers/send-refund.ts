import { sendRefund } from "#core/payments/send-refund.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendRefundJob: Handler<"send-refund"> = sendRefund
