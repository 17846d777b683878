import { testCardOf } from "../cards/new-payment-method.ts"
import { attach, type MethodFacts } from "../cards/payment-methods.ts"
import { invalidRequest, StripeError } from "../http/errors.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import { settleIntent, tellOwner } from "./settle-intent.ts"

type Intent = Documents["payment_intent"]
type Method = Documents["payment_method"]

interface Confirmation {
  method: Method
  returnUrl?: string
  useStripeSdk?: boolean
  offSession?: boolean
  errorOnRequiresAction?: boolean
}

const CONFIRMABLE = ["requires_payment_method", "requires_confirmation", "requires_action"]

/** Confirms a payment intent with a card. It ends up paid, declined, or waiting for 3-D Secure. */
export function confirmIntent(
  world: World,
  account: string,
  intent: Intent,
  confirmation: Confirmation,
): Intent {
  if (!CONFIRMABLE.includes(intent.status)) throw unexpectedState(intent, "confirm")
  const { method } = confirmation
  requireUsable(world, method, intent.customer)
  const confirmed: Intent = { ...intent, payment_method: method.id, last_payment_error: null }
  if (testCardOf(world, method).threeDSecure)
    return askForAuthentication(world, account, confirmed, confirmation)
  return finishIntent(world, account, confirmed, method)
}

/** Throws for a saved card of another customer, and for one that was detached. */
function requireUsable(world: World, method: Method, customer: Intent["customer"]): void {
  if (world.store.hidden<MethodFacts>(method.id).detached) {
    throw invalidRequest(
      "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again.",
      { param: "payment_method" },
    )
  }
  if (method.customer && method.customer !== customer) {
    throw invalidRequest(
      `The PaymentMethod supplied (${method.id}) belongs to a different Customer. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
      { param: "payment_method" },
    )
  }
}

/** Charges the card, and saves it for the customer when the intent says so. */
export function finishIntent(world: World, account: string, intent: Intent, method: Method): Intent {
  const paid = settleIntent(world, account, intent, method)
  if (paid.setup_future_usage && paid.customer && !method.customer) {
    attach(world, account, method, paid.customer)
  }
  return paid
}

function askForAuthentication(
  world: World,
  account: string,
  intent: Intent,
  { returnUrl, useStripeSdk, offSession, errorOnRequiresAction, method }: Confirmation,
): Intent {
  if (offSession || errorOnRequiresAction) throw authenticationRequired(world, account, intent, method)
  const waiting: Intent = {
    ...intent,
    status: "requires_action",
    next_action: authenticationAction(world, intent, returnUrl, useStripeSdk),
  }
  world.store.save(waiting)
  emitEvent(world, "payment_intent.requires_action", waiting, account)
  return waiting
}

/** Where the cardholder authenticates: on a page of the sandbox, or in the dialog of its browser script. */
export function authenticationAction(
  world: World,
  intent: { id: string; client_secret: string | null },
  returnUrl: string | undefined,
  useStripeSdk: boolean | undefined,
) {
  if (returnUrl && !useStripeSdk) {
    const url = `${world.publicBase()}/_3ds/${intent.id}?client_secret=${intent.client_secret}&return_url=${encodeURIComponent(returnUrl)}`
    return { type: "redirect_to_url", redirect_to_url: { url, return_url: returnUrl } }
  }
  return {
    type: "use_stripe_sdk",
    use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: `${world.publicBase()}/_3ds/${intent.id}` },
  }
}

function authenticationRequired(world: World, account: string, intent: Intent, method: Method) {
  const message = "Your card was declined. This transaction requires authentication."
  const fields = { type: "card_error" as const, code: "authentication_required", message }
  const failed: Intent = {
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    last_payment_error: {
      ...fields,
      decline_code: "authentication_required",
      payment_method: method as never,
    } as Intent["last_payment_error"],
  }
  world.store.save(failed)
  emitEvent(world, "payment_intent.payment_failed", failed, account)
  tellOwner(world, failed)
  return new StripeError(
    402,
    { ...fields, decline_code: "authentication_required", payment_intent: failed },
    true,
  )
}

export function unexpectedState(intent: Intent, verb: string) {
  const message =
    intent.status === "succeeded" && verb === "confirm"
      ? "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
      : `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`
  return invalidRequest(message, { code: "payment_intent_unexpected_state", payment_intent: intent })
}
