import { sendTokenEnding } from "#core/notifications/send-account-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendTokenEndingEmail: Handler<"send-token-ending-email"> = (ctx, payload, job) =>
  sendTokenEnding(ctx, payload, job.id)
