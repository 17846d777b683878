import { sendDecision } from "#core/notifications/send-account-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendDecisionEmail: Handler<"send-decision-email"> = (ctx, payload, job) =>
  sendDecision(ctx, payload, job.id)
