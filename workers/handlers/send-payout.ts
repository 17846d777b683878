import { sendPayout } from "#core/payouts/send-payout.server.ts"
import type { Handler } from "#workers/handler.ts"

export const sendPayoutJob: Handler<"send-payout"> = sendPayout
