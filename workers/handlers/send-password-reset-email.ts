import { sendPasswordReset } from "#core/notifications/send-account-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendPasswordResetEmail: Handler<"send-password-reset-email"> = (ctx, payload, job) =>
  sendPasswordReset(ctx, payload, job.id)
