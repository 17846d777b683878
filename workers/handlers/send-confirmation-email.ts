import { sendConfirmation } from "#core/notifications/send-account-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendConfirmationEmail: Handler<"send-confirmation-email"> = (ctx, payload, job) =>
  sendConfirmation(ctx, payload, job.id)
