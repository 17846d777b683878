import { sendOrderTransfers } from "#core/payouts/send-transfers.server.ts"
import type { Handler } from "#workers/handler.ts"

/** What fails here stays due, and the sweep tries it again. */
export const sendTransfersJob: Handler<"send-transfers"> = async (ctx, payload) => {
  await sendOrderTransfers(ctx, payload)
}
