import { processEvent } from "#core/payments/process-event.server.ts"
import type { Handler } from "#workers/handler.ts"

export const processPaymentEventJob: Handler<"process-payment-event"> = processEvent
