import { sendPlanRefundedLetter } from "#core/notifications/send-money-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendPlanRefundedEmail: Handler<"send-plan-refunded-email"> = (ctx, payload, job) =>
  sendPlanRefundedLetter(ctx, payload, job.id)
