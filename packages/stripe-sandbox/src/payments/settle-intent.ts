import { recordTransaction } from "../balance/record-transaction.ts"
import { testCardOf } from "../cards/new-payment-method.ts"
import { type Decline, EXPIRED } from "../cards/test-cards.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import { declineFields, declineOf } from "./decline.ts"
import { newCharge } from "./new-charge.ts"

type Intent = Documents["payment_intent"]
type Method = Documents["payment_method"]

/** Stripe's fee for a card payment in cents: 2.9% and 30 cents, rounded half up. */
export function processingFee(amountCents: number): number {
  return Math.round((amountCents * 29) / 1000) + 30
}

/**
 * The object that requested a payment, if it was not the API's caller. An invoice or Checkout session is notified of
 * its end.
 */
export interface PaymentOwner {
  owner?: "invoice" | "checkout"
  ownerId?: string
}

/**
 * Charges the card of a confirmed payment intent and books the charge. When the card is declined, throws Stripe's card
 * error and saves the failed charge.
 */
export function settleIntent(world: World, account: string, intent: Intent, method: Method): Intent {
  const card = testCardOf(world, method)
  const decline = isPast(world, method) ? EXPIRED : card.decline
  if (decline) throw failIntent(world, account, intent, method, decline)
  const charge = newCharge(world, intent, method)
  const availableOn = world.now() + (card.availableAtOnce ? 0 : world.config.availabilitySeconds)
  const booked = recordTransaction(world, account, {
    type: "charge",
    amount: intent.amount,
    fee: processingFee(intent.amount),
    source: charge.id,
    description: intent.description,
    availableOn,
  })
  charge.balance_transaction = booked.id
  world.store.insert(charge, account)
  const paid: Intent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: "succeeded",
  }
  world.store.save(paid)
  emitEvent(world, "charge.succeeded", charge, account)
  emitEvent(world, "payment_intent.succeeded", paid, account)
  if (card.disputes) world.later("dispute", charge.id, world.now())
  tellOwner(world, paid)
  return paid
}

/** Whether a saved card has expired since it was saved. */
function isPast(world: World, { card }: Method): boolean {
  const now = new Date(world.now() * 1000)
  return card !== undefined && Date.UTC(card.exp_year, card.exp_month) <= now.getTime()
}

function failIntent(world: World, account: string, intent: Intent, method: Method, decline: Decline) {
  const charge = world.store.insert(newCharge(world, intent, method, decline), account)
  const failed: Intent = {
    ...intent,
    last_payment_error: {
      ...declineFields(decline),
      advice_code: "try_again_later",
      charge: charge.id,
      payment_method: method as never,
    } as Intent["last_payment_error"],
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  }
  world.store.save(failed)
  emitEvent(world, "charge.failed", charge, account)
  emitEvent(world, "payment_intent.payment_failed", failed, account)
  tellOwner(world, failed)
  return declineOf(decline, { charge: charge.id, payment_intent: failed, payment_method: method })
}

/** Notifies the invoice or the Checkout session that requested the payment of its result. */
export function tellOwner(world: World, intent: Intent): void {
  const { owner, ownerId } = world.store.hidden<PaymentOwner>(intent.id)
  if (owner && ownerId) world.paymentOwners[owner]?.(world, ownerId, intent)
}
