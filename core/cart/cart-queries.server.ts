import { and, asc, eq, inArray, isNotNull, type Placeholder, sql } from "drizzle-orm"
import { calendarColumns, itsCalendar } from "#core/calendar/read-calendar.server.ts"
import { firstImageAddress, firstImageOf } from "#core/catalog/product-queries.server.ts"
import type { CustomerContext } from "#core/context.ts"
import type { OrderNote, Replacement } from "#core/orders/order-note.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { Transaction } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import {
  cartLines,
  cartMarkets,
  carts,
  checkoutMarkets,
  marketCalendars,
  markets,
  products,
  variants,
} from "#db/schema/index.ts"
import { NOTE_FACTS, NOTE_KEYS } from "./cart.ts"
import type { ChosenWindow } from "./cart-market.ts"

/**
 * Locks a cart until the transaction ends, so that nothing is added to it and it does not go to checkout twice at once.
 */
export async function lockCart(tx: Transaction, customerId: string): Promise<void> {
  await lockedCart(tx).execute({ customerId })
}

/** Prepared, since every cart change and every checkout begins with it. */
const lockedCart = prepared((tx) =>
  tx
    .select({ customerId: carts.customerId })
    .from(carts)
    .where(eq(carts.customerId, sql.placeholder("customerId")))
    .for("no key update")
    .prepare("cart_locked"),
)

/** The customer's one checkout that holds stock. Looked up once for all lines, in an index of live checkouts only. */
export const liveCheckoutOf = (customerId: string | Placeholder) =>
  sql`(select id from checkouts where customer_id = ${customerId} and status in ('open', 'paying'))`

/**
 * How many of a variant this customer can have: the stock plus what their own live checkout holds. Otherwise a customer
 * who returns to the cart would see their own items as sold out.
 */
export const availableTo = (customerId: string | Placeholder) =>
  sql<number>`(${variants.stock} + coalesce((
  select held.quantity from checkout_lines held
  where held.checkout_id = ${liveCheckoutOf(customerId)} and held.variant_id = ${variants.id}
), 0))`.mapWith(Number)

/**
 * Whether other customers' live checkouts hold some of a variant that is out of stock. Looked up by the variant's
 * lines, since there may be many live checkouts.
 */
export const isHeldFromThem = (customerId: string | Placeholder) =>
  sql<boolean>`(${variants.stock} <= 0 and exists (
  select from checkout_lines held
  where held.variant_id = ${variants.id} and (
    select c.status in ('open', 'paying') and c.customer_id <> ${customerId}
    from checkouts c where c.id = held.checkout_id
  )
))`

/** The customer's cart lines of one market, for its products' pages. */
export const linesAtMarket = (ctx: CustomerContext, { marketId }: { marketId: string }) =>
  ctx.db
    .select({
      id: cartLines.id,
      productId: products.id,
      variantId: variants.id,
      quantity: cartLines.quantity,
    })
    .from(cartLines)
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(eq(cartLines.customerId, ctx.actor.userId), eq(products.marketId, marketId)))

export type LineAtMarket = Awaited<ReturnType<typeof linesAtMarket>>[number]

/**
 * Deletes the times that a customer chose at markets that have no lines left in the cart. Notes and replacements stay,
 * for lines that are put back.
 */
export async function forgetWindows(tx: Transaction, customerId: string): Promise<void> {
  await tx.execute(sql`
    update cart_markets set window_starts_at = null
    where customer_id = ${customerId} and window_starts_at is not null and ${isEmpty(customerId)}`)
}

const ORDERED_FACTS = NOTE_KEYS.filter((fact) => NOTE_FACTS[fact].endsWithOrder)

/**
 * Deletes the times and notes at the markets of a checkout that became orders, since the orders have them now. A time
 * stays if other lines of the market are in the cart. `NOTE_FACTS` defines which parts of a note are kept for the next
 * order.
 */
export async function forgetOrdered(
  tx: Transaction,
  { id, customerId }: { id: string; customerId: string },
): Promise<void> {
  const ordered = tx
    .select({ marketId: checkoutMarkets.marketId })
    .from(checkoutMarkets)
    .where(eq(checkoutMarkets.checkoutId, id))
  await tx
    .update(cartMarkets)
    .set({
      ...Object.fromEntries(ORDERED_FACTS.map((fact) => [fact, null])),
      windowStartsAt: sql`case when ${isEmpty(customerId)} then null else ${cartMarkets.windowStartsAt} end`,
    })
    .where(and(eq(cartMarkets.customerId, customerId), inArray(cartMarkets.marketId, ordered)))
}

/** Whether no line of the market of a row of `cart_markets` is in the cart. */
const isEmpty = (customerId: string) => sql`not exists (
  select from cart_lines l join variants v on v.id = l.variant_id join products p on p.id = v.product_id
  where l.customer_id = ${customerId} and p.market_id = cart_markets.market_id)`

/** How the customer wants a market's part: the market's own choice, or the cart's. */
export const wantedFulfilment = sql<Fulfilment | null>`coalesce(${cartMarkets.fulfilment}, ${carts.fulfilment})`

/** Sets the cart's choice, for all of its markets. */
export async function writeFulfilment(
  ctx: CustomerContext,
  tx: Transaction,
  fulfilment: Fulfilment,
): Promise<void> {
  const customerId = ctx.actor.userId
  const choice = { fulfilment, updatedAt: ctx.now() }
  await tx
    .insert(carts)
    .values({ customerId, ...choice })
    .onConflictDoUpdate({ target: carts.customerId, set: choice })
  await tx
    .update(cartMarkets)
    .set({ fulfilment: null })
    .where(and(eq(cartMarkets.customerId, customerId), isNotNull(cartMarkets.fulfilment)))
}

/** The window that the customer chose, as `ChosenWindow`. */
const chosen = {
  startsAt: sql<Date | null>`${cartMarkets.windowStartsAt}`.mapWith(cartMarkets.windowStartsAt),
  taken: sql<number>`coalesce((
    select w.taken from market_windows w
    where w.market_id = ${markets.id} and w.fulfilment = ${wantedFulfilment}
      and w.starts_at = ${cartMarkets.windowStartsAt}), 0)`.mapWith(Number),
  heldStartsAt: sql<Date | null>`(
    select held.window_starts_at from checkout_markets held join checkouts c on c.id = held.checkout_id
    where held.checkout_id = ${liveCheckoutOf(sql.placeholder("customerId"))} and held.market_id = ${markets.id}
      and coalesce(held.fulfilment, c.fulfilment) = ${wantedFulfilment})`.mapWith(cartMarkets.windowStartsAt),
}

/** The customer's note, replacement choice and phone for the market; the account's phone unless another was chosen. */
const asked = {
  note: sql<string | null>`${cartMarkets.note}`,
  replacement: sql<Replacement | null>`${cartMarkets.replacement}`,
  phone: sql<string | null>`coalesce(${cartMarkets.phone}, (
    select c.phone from customers c where c.user_id = ${sql.placeholder("customerId")}))`,
} satisfies Record<keyof OrderNote, unknown>

/** Prepared: it is the largest query of the busiest pages, and takes longer to parse and plan than to run. */
export const cartRows = prepared((executor) =>
  executor
    .select({
      line: {
        id: cartLines.id,
        productId: products.id,
        variantId: variants.id,
        category: products.category,
        section: products.section,
        productName: products.name,
        size: variants.size,
        unit: products.unit,
        unitAmount: products.unitAmount,
        byWeight: products.byWeight,
        quantity: cartLines.quantity,
        available: availableTo(sql.placeholder("customerId")),
        priceCents: variants.priceCents,
      },
      market: {
        id: markets.id,
        name: markets.name,
        address: markets.address,
        city: markets.city,
        state: markets.state,
        zip: markets.zip,
        lat: markets.lat,
        lng: markets.lng,
      },
      timeZone: markets.timeZone,
      hours: {
        weekdayHours: markets.weekdayHours,
        saturdayHours: markets.saturdayHours,
        sundayHours: markets.sundayHours,
      },
      row: marketCalendars,
      dates: calendarColumns.dates,
      fulfilment: wantedFulfilment,
      chosen,
      asked,
      cart: {
        fulfilment: carts.fulfilment,
        shipTo: carts.shipTo,
        tipPercent: carts.tipPercent,
        tipCents: carts.tipCents,
      },
      isUnderWay: sql<boolean>`${liveCheckoutOf(sql.placeholder("customerId"))} is not null`,
      marketSells: sql<boolean>`${markets.canSell}`,
      isHeld: isHeldFromThem(sql.placeholder("customerId")),
      retired: sql<boolean>`${products.retiredAt} is not null`,
      seenPriceCents: cartLines.seenPriceCents,
      image: firstImageAddress,
    })
    .from(cartLines)
    .innerJoin(carts, eq(carts.customerId, cartLines.customerId))
    .innerJoin(variants, eq(variants.id, cartLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(markets, eq(markets.id, products.marketId))
    .leftJoin(marketCalendars, itsCalendar)
    .leftJoin(
      cartMarkets,
      and(eq(cartMarkets.customerId, cartLines.customerId), eq(cartMarkets.marketId, markets.id)),
    )
    .leftJoin(firstImageOf(products.id), sql`true`)
    .where(and(eq(cartLines.customerId, sql.placeholder("customerId"))))
    .orderBy(asc(cartLines.createdAt), asc(cartLines.id))
    .prepare("cart_rows"),
)

type Read = Awaited<ReturnType<ReturnType<typeof cartRows>["execute"]>>[number]
export type CartRow = Omit<Read, "chosen"> & { chosen: ChosenWindow }

/**
 * Restores chosen times; one that was chosen again in the meantime stays. Raw SQL, to use the row's value at the time
 * of the update.
 */
export async function putTimesBack(
  tx: Transaction,
  customerId: string,
  lines: readonly { variantId: string; windowStartsAt: Date | null }[],
): Promise<void> {
  for (const { variantId, windowStartsAt } of lines)
    if (windowStartsAt)
      await tx.execute(sql`
        update ${cartMarkets} set window_starts_at = coalesce(window_starts_at, ${windowStartsAt.toISOString()})
        where customer_id = ${customerId} and market_id = (
          select p.market_id from variants v join products p on p.id = v.product_id where v.id = ${variantId})`)
}
