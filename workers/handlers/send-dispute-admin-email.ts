import { sendDisputeToAdmins } from "#core/notifications/send-dispute-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendDisputeAdminEmail: Handler<"send-dispute-admin-email"> = (ctx, payload, job) =>
  sendDisputeToAdmins(ctx, payload, job.id)
