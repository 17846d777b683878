import { takesNoOrdersText, windowText } from "#core/calendar/calendar-words.ts"
import { listWindowsOf } from "#core/calendar/list-windows.server.ts"
import { openState } from "#core/calendar/open-state.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { cartMarkets } from "#db/schema/index.ts"
import { fullText, noDeliveryText } from "./cart-market.ts"
import { type CartRead, readCart } from "./view-cart.server.ts"

export type ChooseWindowInput = { marketId: string; startsAt: Date | null }

/**
 * Remembers when the customer wants one market's part of the cart: in the window that begins at `startsAt`, or, with
 * null, as soon as possible. No place is held before checkout. Throws `not_found` for a market that nothing in the cart
 * is of, `market_closed` where it takes no orders, `not_deliverable` where it does not deliver, `invalid` without a
 * delivery choice or for a window that is not offered, and `window_full`; what is wrong with the time at `field`.
 */
export async function chooseWindow(
  ctx: CustomerContext,
  { marketId, startsAt }: ChooseWindowInput,
  field = "startsAt",
): Promise<void> {
  const cart = await readCart(ctx)
  const market = cart.markets.find(({ id }) => id === marketId)
  if (!market) throw notFound("This market in your cart")
  const known = cart.view.markets.find(({ id }) => id === marketId)
  const isKept = startsAt && !known?.problem && known?.window?.startsAt.getTime() === startsAt.getTime()
  if (isKept) return
  if (startsAt) await requireOffered(ctx, { market, kind: cart.view.fulfilment, startsAt }, field)
  const choice = { windowStartsAt: startsAt }
  await ctx.db
    .insert(cartMarkets)
    .values({ customerId: ctx.actor.userId, marketId, ...choice })
    .onConflictDoUpdate({ target: [cartMarkets.customerId, cartMarkets.marketId], set: choice })
}

type Asked = {
  market: CartRead["markets"][number]
  kind: CartRead["view"]["fulfilment"]
  startsAt: Date
}

async function requireOffered(
  ctx: CustomerContext,
  { market, kind, startsAt }: Asked,
  field: string,
): Promise<void> {
  if (!kind) throw new DomainError("invalid", "Choose Delivery or Pick up first.", "fulfilment")
  const now = ctx.now()
  const { calendar, taking, timeZone } = market.calendar
  const closed = takesNoOrdersText(market.name, openState(calendar, now, timeZone), now, timeZone)
  if (closed) throw new DomainError("market_closed", closed, field)
  if (kind === "delivery" && !taking.offersDelivery)
    throw new DomainError("not_deliverable", noDeliveryText(market.name), "fulfilment")
  const offered = await listWindowsOf(ctx.db, market, { kind, now })
  const window = offered.find((one) => one.startsAt.getTime() === startsAt.getTime())
  if (!window)
    throw new DomainError("invalid", `${market.name} does not offer this time. Choose another one.`, field)
  if (window.isFull)
    throw new DomainError("window_full", fullText(market.name, windowText(window, now, timeZone)), field)
}
