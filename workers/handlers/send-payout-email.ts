import { sendPayoutLetter } from "#core/notifications/send-money-letter.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendPayoutEmail: Handler<"send-payout-email"> = (ctx, payload, job) =>
  sendPayoutLetter(ctx, payload, job.id)
