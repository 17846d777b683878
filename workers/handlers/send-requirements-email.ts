import { sendRequirements } from "#core/notifications/send-money-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendRequirementsEmail: Handler<"send-requirements-email"> = (ctx, payload, job) =>
  sendRequirements(ctx, payload, job.id)
