import { sendDispute } from "#core/notifications/send-dispute-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendDisputeEmail: Handler<"send-dispute-email"> = (ctx, payload, job) =>
  sendDispute(ctx, payload, job.id)
