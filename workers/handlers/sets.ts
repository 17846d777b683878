import type { JobName } from "#core/events.ts"
import { sendNewOrders, sendOrderReceipts } from "#core/notifications/send-order-letter.server.ts"
import { processEvents } from "#core/payments/process-event.server.ts"
import type { SetHandler } from "#workers/handler.ts"

/** Jobs that come in crowds. Those of one name that are handed over together are done together. */
export const setHandlers = {
  "send-order-receipt-email": (ctx, jobs) => sendOrderReceipts(ctx, jobs.map(lettered)),
  "send-new-order-email": (ctx, jobs) => sendNewOrders(ctx, jobs.map(lettered)),
  "process-payment-event": (ctx, jobs) =>
    processEvents(
      ctx,
      jobs.map(({ payload }) => payload.eventId),
    ),
} satisfies { [J in JobName]?: SetHandler<J> }

type Lettered = { readonly id: string; readonly payload: { readonly orderId: string } }

/** A letter is named by its job. */
const lettered = ({ id, payload }: Lettered) => ({ orderId: payload.orderId, letterId: id })
