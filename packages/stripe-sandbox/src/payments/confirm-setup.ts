import { testCardOf } from "../cards/new-payment-method.ts"
import { attach } from "../cards/payment-methods.ts"
import { type ErrorFields, invalidRequest, StripeError } from "../http/errors.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import { authenticationAction } from "./confirm-intent.ts"
import { declineFields } from "./decline.ts"
import type { PaymentOwner } from "./settle-intent.ts"

type SetupIntent = Documents["setup_intent"]
type Method = Documents["payment_method"]

/** Saves a card for later: immediately, or after 3-D Secure. A card that is declined on saving is not saved. */
export function confirmSetup(
  world: World,
  account: string,
  intent: SetupIntent,
  method: Method,
  returnUrl?: string,
  useStripeSdk?: boolean,
): SetupIntent {
  const card = testCardOf(world, method)
  const confirmed: SetupIntent = { ...intent, payment_method: method.id, last_setup_error: null }
  if (card.decline && card.declineOnSave) {
    const fields = declineFields(card.decline)
    const failed = fail(world, account, confirmed, fields, method)
    throw new StripeError(402, { ...fields, setup_intent: failed, payment_method: method }, true)
  }
  if (!card.threeDSecure) return finishSetup(world, account, confirmed, method)
  const waiting: SetupIntent = {
    ...confirmed,
    status: "requires_action",
    next_action: authenticationAction(world, intent, returnUrl, useStripeSdk),
  }
  world.store.save(waiting)
  emitEvent(world, "setup_intent.requires_action", waiting, account)
  return waiting
}

export function authenticateSetup(world: World, id: string, secret: string, passed: boolean): SetupIntent {
  const account = world.store.accountOf(id)
  const intent = world.store.get("setup_intent", id, account)
  if (intent.client_secret !== secret) throw invalidRequest("The client_secret does not match.", {}, 401)
  if (intent.status !== "requires_action" || !intent.payment_method) {
    throw invalidRequest(`You cannot authenticate this SetupIntent: its status is ${intent.status}.`, {
      code: "setup_intent_unexpected_state",
    })
  }
  const method = world.store.get("payment_method", intent.payment_method, account)
  if (passed) return finishSetup(world, account, intent, method)
  const message =
    "We are unable to authenticate your payment method. Please choose a different payment method and try again."
  const fields: ErrorFields = {
    type: "invalid_request_error",
    code: "setup_intent_authentication_failure",
    message,
  }
  return fail(world, account, intent, fields, method)
}

function finishSetup(world: World, account: string, intent: SetupIntent, method: Method): SetupIntent {
  if (intent.customer) attach(world, account, method, intent.customer)
  const done = world.store.save({ ...intent, status: "succeeded" as const, next_action: null })
  emitEvent(world, "setup_intent.succeeded", done, account)
  const { owner, ownerId } = world.store.hidden<PaymentOwner>(done.id)
  if (owner && ownerId) world.setupOwners[owner]?.(world, ownerId, done)
  return done
}

function fail(
  world: World,
  account: string,
  intent: SetupIntent,
  fields: ErrorFields,
  method: Method,
): SetupIntent {
  const failed: SetupIntent = {
    ...intent,
    last_setup_error: { ...fields, payment_method: method } as never,
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  }
  world.store.save(failed)
  emitEvent(world, "setup_intent.setup_failed", failed, account)
  return failed
}
