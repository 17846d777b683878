import { and, asc, eq, sql } from "drizzle-orm"
import { takesNoOrdersText } from "#core/calendar/calendar-words.ts"
import { openState } from "#core/calendar/open-state.ts"
import { calendarColumns, itsCalendar, toCalendar } from "#core/calendar/read-calendar.server.ts"
import type { MarketCalendar } from "#core/calendar/taking-orders.ts"
import { firstImageAddress, firstImageOf } from "#core/catalog/product-cards.server.ts"
import type { ShipTo } from "#core/checkout/inputs.ts"
import type { CustomerContext } from "#core/context.ts"
import { add, type Cents, times } from "#core/money.ts"
import type { OrderNote, Replacement } from "#core/orders/order-note.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import type { ImageAddress } from "#core/ports/images.ts"
import type { Executor } from "#db/client.ts"
import { prepared } from "#db/prepared.ts"
import {
  cartLines,
  cartMarkets,
  carts,
  marketCalendars,
  markets,
  products,
  variants,
} from "#db/schema/index.ts"
import { availableTo, isHeldFromThem, liveCheckoutOf } from "./available.server.ts"
import { cartLimit } from "./cart-limits.ts"
import { type CartMarket, cartMarket } from "./cart-market.ts"
import { type LineProblem, lineProblem } from "./line-problem.ts"
import { quoteOf } from "./quote.ts"

export type CartLine = {
  id: string
  productId: string
  variantId: string
  marketId: string
  marketName: string
  category: string
  section: string
  productName: string
  size: string
  quantity: number
  /** What this customer could have at most. */
  available: number
  priceCents: Cents
  lineCents: Cents
  image: ImageAddress | null
  problem: LineProblem | null
}

export type CartView = {
  lines: CartLine[]
  /** In the order in which they came into the cart. */
  markets: CartMarket[]
  fulfilment: Fulfilment | null
  count: number
  totalCents: Cents
  /** Names these lines at these prices. Sent back with Proceed Checkout it says which prices were seen. */
  quote: string
  /** What the cart has too much of for one checkout. */
  limit: string | null
  /** True when nothing in the cart stands between it and checkout. */
  ready: boolean
}

/** The customer's cart as it can be bought now, oldest line first, each line with what happened to it since. */
export async function viewCart(ctx: CustomerContext): Promise<CartView> {
  return (await readCart(ctx)).view
}

/** A cart with what checkout needs beside it, in one query. */
export type CartRead = {
  view: CartView
  shipTo: ShipTo | null
  /** Each with its lines, in the order in which they came into the cart. */
  markets: (MarketRow & { lines: CartLine[]; calendar: MarketCalendar })[]
  /** True when the customer has agreed to every price as it is now. */
  agreed: boolean
  /** False when no checkout of theirs was under way. */
  mayBeUnderWay: boolean
}

type MarketRow = {
  id: string
  name: string
  address: string
  city: string
  state: string
  zip: string
  lat: number | null
  lng: number | null
}

/** Reads a cart for commands that act on it, in their transaction; pages and the API look at it by `viewCart`. */
export async function readCart(ctx: CustomerContext, executor: Executor = ctx.db): Promise<CartRead> {
  const customerId = ctx.actor.userId
  const rows = await cartRows(executor).execute({ customerId })
  const [first] = rows
  if (!first) return emptyCart(executor, customerId)
  const now = ctx.now()
  const { fulfilment, shipTo } = first.cart
  const known = new Map(rows.map((row) => [row.market.id, row]))
  const parts = [...known.values()].map((row) => {
    const calendar = toCalendar({ ...row.hours, ...row })
    const state = openState(calendar.calendar, now, calendar.timeZone)
    const closedText = takesNoOrdersText(row.market.name, state, now, calendar.timeZone)
    const lines = rows
      .filter(({ market }) => market.id === row.market.id)
      .map((line) => toLine(line, closedText))
    const { market, chosen, asked } = row
    const notSelling = row.marketSells ? null : `${market.name} is not selling at the moment.`
    return { market, calendar, state, chosen, asked, closedText: notSelling ?? closedText, lines }
  })
  const lines = parts.flatMap((part) => part.lines)
  const order = new Map(rows.map(({ line }, index) => [line.id, index]))
  lines.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  return {
    view: viewOf(
      lines,
      parts.map((part) => cartMarket({ ...part, fulfilment }, now)),
      fulfilment,
    ),
    shipTo,
    markets: parts.map(({ market, calendar, lines }) => ({ ...market, calendar, lines })),
    agreed: rows.every(({ line, seenPriceCents }) => line.priceCents === seenPriceCents),
    mayBeUnderWay: first.isUnderWay,
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof cartRows>["execute"]>>[number]

function toLine({ line, ...row }: Row, closedText: string | null): CartLine {
  const { id: marketId, name: marketName } = row.market
  return {
    ...line,
    marketId,
    marketName,
    lineCents: times(line.priceCents, line.quantity),
    image: row.image,
    problem: lineProblem({ ...line, ...row, marketName, closedText }),
  }
}

/** Nothing in it, but how it was to be brought the last time is remembered. */
async function emptyCart(executor: Executor, customerId: string): Promise<CartRead> {
  const [cart] = await executor
    .select({ fulfilment: carts.fulfilment, shipTo: carts.shipTo })
    .from(carts)
    .where(eq(carts.customerId, customerId))
  return {
    view: viewOf([], [], cart?.fulfilment ?? null),
    shipTo: cart?.shipTo ?? null,
    markets: [],
    agreed: true,
    mayBeUnderWay: true,
  }
}

function viewOf(lines: CartLine[], markets: CartMarket[], fulfilment: Fulfilment | null): CartView {
  const count = lines.reduce((sum, line) => sum + line.quantity, 0)
  const totalCents = add(...lines.map((line) => line.lineCents))
  const limit = cartLimit({ count, totalCents })
  const isSold = lines.length > 0 && lines.every((line) => !line.problem?.blocks)
  const ready = isSold && !limit && markets.every(({ problem }) => !problem)
  return { lines, markets, fulfilment, count, totalCents, quote: quoteOf(lines, markets), limit, ready }
}

/** The window that the customer chose, in the words of `ChosenWindow`. */
const chosen = {
  startsAt: sql<Date | null>`${cartMarkets.windowStartsAt}`.mapWith(cartMarkets.windowStartsAt),
  taken: sql<number>`coalesce((
    select w.taken from market_windows w
    where w.market_id = ${markets.id} and w.fulfilment = ${carts.fulfilment}
      and w.starts_at = ${cartMarkets.windowStartsAt}), 0)`.mapWith(Number),
  heldStartsAt: sql<Date | null>`(
    select held.window_starts_at from checkout_markets held join checkouts c on c.id = held.checkout_id
    where held.checkout_id = ${liveCheckoutOf(sql.placeholder("customerId"))} and held.market_id = ${markets.id}
      and c.fulfilment = ${carts.fulfilment})`.mapWith(cartMarkets.windowStartsAt),
}

/** What the customer asks of the market. */
const asked = {
  note: sql<string | null>`${cartMarkets.note}`,
  replacement: sql<Replacement | null>`${cartMarkets.replacement}`,
} satisfies Record<keyof OrderNote, unknown>

const cartRows = prepared((executor) =>
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
      chosen,
      asked,
      cart: { fulfilment: carts.fulfilment, shipTo: carts.shipTo },
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
