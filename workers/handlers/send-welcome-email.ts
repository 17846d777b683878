import { sendWelcome } from "#core/notifications/send-account-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendWelcomeEmail: Handler<"send-welcome-email"> = (ctx, payload, job) =>
  sendWelcome(ctx, payload, job.id)
