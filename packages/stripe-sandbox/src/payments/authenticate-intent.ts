import { invalidRequest } from "../http/errors.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import { finishIntent, unexpectedState } from "./confirm-intent.ts"

type Intent = Documents["payment_intent"]

/** Ends a 3-D Secure challenge: if passed, charges the card; if failed, the intent needs another card. */
export function authenticateIntent(world: World, id: string, secret: string, passed: boolean): Intent {
  const account = world.store.accountOf(id)
  const intent = world.store.get("payment_intent", id, account)
  if (intent.client_secret !== secret) throw invalidRequest("The client_secret does not match.", {}, 401)
  if (intent.status !== "requires_action" || !intent.payment_method)
    throw unexpectedState(intent, "authenticate")
  const method = world.store.get("payment_method", intent.payment_method, account)
  if (passed) return finishIntent(world, account, intent, method)
  const failed: Intent = {
    ...intent,
    last_payment_error: {
      type: "invalid_request_error",
      code: "payment_intent_authentication_failure",
      doc_url: "https://docs.stripe.com/error-codes#payment-intent-authentication-failure",
      message:
        "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
      payment_method: method as never,
    },
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  }
  world.store.save(failed)
  emitEvent(world, "payment_intent.payment_failed", failed, account)
  return failed
}
