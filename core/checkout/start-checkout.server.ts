import { eq } from "drizzle-orm"
import { type CartMarket, requireReady } from "#core/cart/cart-market.ts"
import { lockCart } from "#core/cart/cart-queries.server.ts"
import { requireReach } from "#core/cart/proceed.server.ts"
import { type ChosenTip, chosenTip, deliveriesIn, isSameTip, mostOf, type Tip } from "#core/cart/tip.ts"
import { writeTip } from "#core/cart/update-cart.server.ts"
import { type CartRead, type CartView, cartAfter, readCart } from "#core/cart/view-cart.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { withSpan } from "#core/spans.ts"
import type { Transaction } from "#db/client.ts"
import { checkouts } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { cancelPayment } from "./cancel-payment.server.ts"
import { earlier, holdUntil } from "./checkout.ts"
import {
  type CheckoutRow,
  findLiveHold,
  type LiveHold,
  lockLiveCheckout,
  lockStockOf,
  withHeld,
} from "./checkout-queries.server.ts"
import { completeCheckout } from "./complete-checkout.server.ts"
import { endOfNewHold, releaseHold } from "./holds.server.ts"
import { openCheckout, type StartedCheckout } from "./open-checkout.server.ts"
import { type CheckoutPlaces, type MarketPrice, priceCheckout, readPlaces } from "./price-checkout.server.ts"

/**
 * Starts checkout for the customer's cart, or for what `proceed` returned of it: takes its stock for a limited time, and
 * freezes prices, tax and delivery fee. A second tab
 * continues the same checkout; for a cart that has changed since, returns the old hold's stock and takes the new stock
 * in one transaction. Throws `invalid` (empty cart, more than one checkout takes, no delivery choice, no address),
 * `rate_limited` (the last holds were not paid), `no_inventory`, `market_closed`, `window_full`, `cart_changed` (a
 * price that the customer has not seen, a window that is no longer offered), `not_deliverable`, `amount_too_small` and
 * `payment_failed` while an earlier payment is still being processed. With a `tip`, saves it in the cart together with
 * the new checkout, or neither.
 */
export function startCheckout(
  ctx: CustomerContext,
  { cart, tip }: { cart?: CartRead; tip?: ChosenTip } = {},
): Promise<StartedCheckout> {
  return withSpan("command start-checkout", {}, () => start(ctx, cart, tip))
}

async function start(
  ctx: CustomerContext,
  proceeded: CartRead | undefined,
  choice: ChosenTip | undefined,
): Promise<StartedCheckout> {
  const read = proceeded ?? (await readCart(ctx))
  const tip = choice && chosenTip(choice, deliveriesIn(read.view))
  const seen = cartAfter(read, { tip }, ctx.now())
  const places = await readPlaces(ctx, seen)
  // A checkout that starts after this check is found later, under the locks.
  const underWay = seen.mayBeUnderWay ? await settleUnderWay(ctx, seen.view, places) : NOTHING_UNDER_WAY
  if (underWay.paid) return { checkoutId: underWay.paid, paid: true }
  const priced = underWay.continues ? null : await priceSeen(ctx, seen, places)
  return transaction(
    ctx.db,
    async (tx) => {
      const { live, cart } = await lockEverything(ctx, tx, tip)
      if (live && fits(ctx, live, cart.view, places)) return continueCheckout(ctx, tx, live)
      if (live?.status === "paying") throw stillProcessing()
      requireReady(cart.view)
      if (!priced || cart.view.quote !== seen.view.quote) throw changedJustNow()
      const isMoved = ({ id, fulfilment }: CartMarket) => fulfilment !== places.markets.get(id)?.fulfilment
      if (cart.view.markets.some(isMoved)) throw changedJustNow()
      if (!isSameTip(cart.view.tip, seen.view.tip)) throw changedJustNow()
      if (live) await releaseHold(ctx, tx, live, { keepSlots: true })
      const isChanged = live && live.holdEndsAt > ctx.now()
      const holdEndsAt = isChanged ? live.holdEndsAt : await endOfNewHold(ctx, tx)
      return openCheckout(ctx, tx, { places, priced, cart, replaced: live, holdEndsAt })
      // Nothing has been promised yet: if a power failure loses this, it is as if the customer had not gone to
      // checkout.
    },
    { asyncCommit: true },
  )
}

type UnderWay = { paid: string | null; continues: boolean }
const NOTHING_UNDER_WAY: UnderWay = { paid: null, continues: false }

async function priceSeen(
  ctx: CustomerContext,
  seen: CartRead,
  places: CheckoutPlaces,
): Promise<MarketPrice[]> {
  await requireReach(ctx, seen, null)
  requireReady(seen.view)
  return priceCheckout(ctx, seen, places)
}

/**
 * For a cart that has changed since, a payment under way must be closed before the stock is returned, and only the
 * provider can confirm that it is. `paid` is the checkout's id if it turned out to be paid already.
 */
async function settleUnderWay(
  ctx: CustomerContext,
  cart: CartView,
  places: CheckoutPlaces,
): Promise<UnderWay> {
  const live = await findLiveHold(ctx.db, ctx.actor.userId)
  if (!live) return NOTHING_UNDER_WAY
  if (fits(ctx, live, cart, places)) return { paid: null, continues: true }
  if (live.status !== "paying") return NOTHING_UNDER_WAY
  const settled = await cancelPayment(ctx, live)
  if (settled === "processing") throw stillProcessing()
  if (settled === "cancelled") return NOTHING_UNDER_WAY
  await completeCheckout(ctx, { checkoutId: live.id })
  return { paid: live.id, continues: false }
}

/** Locks the cart, the live checkout and the stock of both, in this order, and then reads them, with a chosen tip. */
async function lockEverything(ctx: CustomerContext, tx: Transaction, tip: Tip | undefined) {
  const customerId = ctx.actor.userId
  await lockCart(tx, customerId)
  const live = await lockLiveCheckout(tx, customerId)
  await lockStockOf(tx, customerId)
  const read = await readCart(ctx, tx)
  if (tip && !isSameTip(tip, read.view.tip)) await writeTip(ctx, tx, tip)
  const cart = cartAfter(read, { tip }, ctx.now())
  return { cart, live: live && (await withHeld(tx, live)) }
}

/**
 * Whether a checkout holds exactly the cart's quantities, windows and tip, and may continue to do so. Its prices are
 * frozen, so they are not compared.
 */
function fits(ctx: CustomerContext, live: LiveHold, cart: CartView, { shipTo }: CheckoutPlaces): boolean {
  if (live.holdEndsAt <= ctx.now()) return false
  const parts = new Map(live.parts.map((part) => [part.marketId, part]))
  if (cart.markets.some(({ id, fulfilment }) => parts.get(id)?.fulfilment !== fulfilment)) return false
  if (cart.delivers && !sameAddress(live.shipTo, shipTo)) return false
  if (cart.lines.some((line) => line.problem?.kind === "market_closed" || line.problem?.kind === "retired"))
    return false
  if (!sameTip(live, cart)) return false
  const startOf = (marketId: string) => parts.get(marketId)?.startsAt?.getTime()
  if (cart.markets.some(({ id, window }) => startOf(id) !== window?.startsAt.getTime())) return false
  const held = new Map(live.lines.map((line) => [line.variantId, line.quantity]))
  return (
    held.size === cart.lines.length && cart.lines.every((line) => held.get(line.variantId) === line.quantity)
  )
}

/** By the choice, since the prices of a percentage are frozen. Without a delivery, no choice makes a difference. */
function sameTip({ tipPercent, tipCents }: CheckoutRow, cart: CartView): boolean {
  const deliveries = deliveriesIn(cart)
  if (deliveries === 0) return true
  const { percent } = cart.tip
  if (percent !== null || tipPercent !== null) return percent === tipPercent
  return tipCents === mostOf(cart.tip, deliveries)
}

function sameAddress(a: CheckoutRow["shipTo"], b: CheckoutRow["shipTo"]): boolean {
  if (!a || !b) return false
  const keys = Object.keys({ ...a, ...b }) as (keyof typeof a)[]
  return keys.every((key) => (a[key] ?? null) === (b[key] ?? null))
}

async function continueCheckout(
  ctx: CustomerContext,
  tx: Transaction,
  live: CheckoutRow,
): Promise<StartedCheckout> {
  if (live.holdExpiresAt <= ctx.now())
    // The hold has expired, but its stock is not released yet, so the customer keeps it.
    await tx
      .update(checkouts)
      .set({
        holdExpiresAt: earlier(holdUntil(ctx.now(), ctx.rates.holdMinutes), live.holdEndsAt),
        updatedAt: ctx.now(),
      })
      .where(eq(checkouts.id, live.id))
  return { checkoutId: live.id, paid: false }
}

const stillProcessing = () =>
  new DomainError(
    "payment_failed",
    "Your last payment is still being processed. Wait a minute and check your orders before you pay again.",
  )

const changedJustNow = () =>
  new DomainError("cart_changed", "Your cart just changed. Review it and proceed again.")
