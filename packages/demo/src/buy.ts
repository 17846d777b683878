import type Stripe from "stripe"
import { shipToAddress } from "../../../core/addresses/ship-to-address.server.ts"
import { listWindowsOf } from "../../../core/calendar/list-windows.server.ts"
import { addToCart } from "../../../core/cart/add-to-cart.server.ts"
import type { AddToCartInput } from "../../../core/cart/cart.ts"
import { setCart, updateCart } from "../../../core/cart/update-cart.server.ts"
import { readCart } from "../../../core/cart/view-cart.server.ts"
import { beginPayment } from "../../../core/checkout/begin-payment.server.ts"
import { completeCheckout } from "../../../core/checkout/complete-checkout.server.ts"
import { startCheckout } from "../../../core/checkout/start-checkout.server.ts"
import type { CustomerContext } from "../../../core/context.ts"
import type { OrderNote } from "../../../core/orders/order-note.ts"
import type { Fulfilment } from "../../../core/orders/statuses.ts"

/** What one customer buys at one market. */
export type Purchase = {
  items: readonly AddToCartInput[]
  /** Items of another market in the same cart, which are picked up there. */
  pickedUpElsewhere?: readonly AddToCartInput[]
  fulfilment: Fulfilment
  /** The saved address of a delivery. */
  addressId: string | null
  /** The market's first window with capacity that begins then or later; null for as soon as possible. */
  windowFrom: Date | null
  asked: Partial<OrderNote>
  /** Percent of the items, on a delivery. */
  tipPercent?: "10" | "15" | "20" | undefined
  savesCard?: boolean
  billing: Parameters<typeof beginPayment>[1]
}

/** Fills the customer's cart and pays for it by card. Returns the checkout's id. */
export async function payFor(ctx: CustomerContext, stripe: Stripe, purchase: Purchase): Promise<string> {
  for (const item of purchase.items) await addToCart(ctx, item)
  if (purchase.addressId) await shipToAddress(ctx, { addressId: purchase.addressId })
  await askMarket(ctx, purchase)
  if (purchase.pickedUpElsewhere) await pickUpElsewhere(ctx, purchase.pickedUpElsewhere)
  await startCheckout(ctx)
  const { checkoutId, paymentId } = await beginPayment(ctx, purchase.billing, {
    use: purchase.savesCard ? "save" : undefined,
  })
  await stripe.paymentIntents.confirm(paymentId, { payment_method: "pm_card_visa" })
  return checkoutId
}

async function pickUpElsewhere(ctx: CustomerContext, items: readonly AddToCartInput[]): Promise<void> {
  for (const item of items) await addToCart(ctx, item)
  const [, other] = (await readCart(ctx)).markets
  if (!other) throw new Error("A cart of the demo has only one market")
  await updateCart(ctx, { fulfilments: { [other.id]: "pickup" } })
}

/** Turns the paid checkout into its orders, and returns the id of the first market's. */
export async function placeOrder(ctx: CustomerContext, checkoutId: string): Promise<string> {
  const done = await completeCheckout(ctx, { checkoutId })
  const orderId = done.outcome === "completed" ? done.orderIds[0] : undefined
  if (!orderId) throw new Error(`A demo order was not placed: ${done.outcome}`)
  return orderId
}

/** Chooses how and when the cart's only market hands the order over, with the customer's note. */
async function askMarket(
  ctx: CustomerContext,
  { fulfilment, windowFrom, tipPercent, asked: { note, replacement, phone } }: Purchase,
): Promise<void> {
  const [market] = (await readCart(ctx)).markets
  if (!market) throw new Error("A cart of the demo is empty")
  const { id } = market
  const offered = windowFrom ? await listWindowsOf(ctx.db, market, { kind: fulfilment, now: ctx.now() }) : []
  const window = offered.find(({ startsAt, isFull }) => windowFrom && startsAt >= windowFrom && !isFull)
  await setCart(ctx, {
    fulfilment,
    ...(window ? { windows: { [id]: window.startsAt } } : {}),
    ...(note ? { notes: { [id]: note } } : {}),
    ...(replacement ? { replacements: { [id]: replacement } } : {}),
    ...(phone ? { phone } : {}),
    ...(tipPercent ? { tip: tipPercent } : {}),
  })
}
