import { sendPlanLetter } from "#core/notifications/send-money-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendPlanEmail: Handler<"send-plan-email"> = (ctx, payload, job) =>
  sendPlanLetter(ctx, payload, job.id)
