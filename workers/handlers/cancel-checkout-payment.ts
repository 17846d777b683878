import { cancelCheckoutPayment } from "#core/checkout/cancel-checkout-payment.server.ts"
import type { Handler } from "#workers/handler.ts"

export const cancelCheckoutPaymentJob: Handler<"cancel-checkout-payment"> = cancelCheckoutPayment
