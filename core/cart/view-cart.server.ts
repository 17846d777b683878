import { desc, eq } from "drizzle-orm"
import { dayText, takesNoOrdersText, timeRangeText } from "#core/calendar/calendar-text.ts"
import { listWindows } from "#core/calendar/list-windows.server.ts"
import { openState } from "#core/calendar/open-state.ts"
import { toCalendar } from "#core/calendar/read-calendar.server.ts"
import type { MarketCalendar } from "#core/calendar/taking-orders.ts"
import type { MarketWindow } from "#core/calendar/windows.ts"
import type { Measure } from "#core/catalog/product.ts"
import type { ShipTo } from "#core/checkout/checkout.ts"
import type { CustomerContext } from "#core/context.ts"
import { add, type Cents, times } from "#core/money.ts"
import type { OrderNote } from "#core/orders/order-note.ts"
import { FULFILMENTS, type Fulfilment } from "#core/orders/statuses.ts"
import type { Place } from "#core/places/find-place.server.ts"
import { findZip } from "#core/places/find-zip.server.ts"
import { isStateCode } from "#core/places/states.ts"
import type { ImageAddress } from "#core/ports/images.ts"
import type { Executor } from "#db/client.ts"
import { addresses, carts } from "#db/schema/index.ts"
import { type LineProblem, lineProblem, quoteOf } from "./cart.ts"
import { cartLimit } from "./cart-limits.ts"
import { type CartMarket, cartMarket } from "./cart-market.ts"
import { type CartRow, cartRows } from "./cart-queries.server.ts"
import { type CartEstimate, type EstimatePlace, estimateCart } from "./estimate.ts"
import { listSaved, type SavedLine } from "./saved-items.server.ts"
import type { Tip } from "./tip.ts"

export type CartLine = Measure & {
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
  /** The most that this customer could have. */
  available: number
  priceCents: Cents
  lineCents: Cents
  image: ImageAddress | null
  problem: LineProblem | null
}

export type CartView = {
  lines: CartLine[]
  /** In the order in which they were added to the cart. */
  markets: CartMarket[]
  /** What its markets have in common; if they differ, the choice that they differ from. */
  fulfilment: Fulfilment | null
  /** Whether any of its markets delivers. */
  delivers: boolean
  /** The number for the markets of a pickup; "" for none. */
  phone: string
  /** For deliveries. */
  tip: Tip
  count: number
  totalCents: Cents
  /** Identifies the lines and their prices. Submitted with Proceed Checkout, it shows which prices the customer saw. */
  quote: string
  /** The message about the checkout limit that the cart exceeds, if any. */
  limit: string | null
  /** True if nothing in the cart blocks checkout. */
  ready: boolean
}

/** The customer's cart, oldest line first, each line with what changed since it was added. */
export async function viewCart(ctx: CustomerContext): Promise<CartView> {
  return (await readCart(ctx)).view
}

/** A cart with the additional data that checkout needs, from one query. */
export type CartRead = {
  /** The rows as read. */
  rows: readonly CartRow[]
  view: CartView
  shipTo: ShipTo | null
  /** Each with its lines, in the order in which they were added to the cart. */
  markets: (MarketRow & { fulfilment: Fulfilment | null; lines: CartLine[]; calendar: MarketCalendar })[]
  /** True if the customer has accepted every current price. */
  agreed: boolean
  /** False if the customer had no checkout under way. */
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

/** Reads a cart for commands, in their transaction; pages and the API use `viewCart`. */
export async function readCart(ctx: CustomerContext, executor: Executor = ctx.db): Promise<CartRead> {
  const customerId = ctx.actor.userId
  const rows = await cartRows(executor).execute({ customerId })
  return rows.length > 0 ? cartOf(rows, ctx.now()) : emptyCart(executor, customerId)
}

function cartOf(rows: readonly CartRow[], now: Date): CartRead {
  const [first] = rows
  const known = new Map(rows.map((row) => [row.market.id, row]))
  const parts = [...known.values()].map((row) => {
    const calendar = toCalendar({ ...row.hours, ...row })
    const state = openState(calendar.calendar, now, calendar.timeZone)
    const closedText = takesNoOrdersText(row.market.name, state, now, calendar.timeZone)
    const lines = rows
      .filter(({ market }) => market.id === row.market.id)
      .map((line) => toLine(line, closedText))
    const { market, fulfilment, chosen, asked } = row
    const notSelling = row.marketSells ? null : `${market.name} isn't selling right now.`
    return {
      market,
      fulfilment,
      calendar,
      state,
      chosen,
      asked,
      closedText: notSelling ?? closedText,
      lines,
    }
  })
  const lines = parts.flatMap((part) => part.lines)
  const order = new Map(rows.map(({ line }, index) => [line.id, index]))
  lines.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  return {
    rows,
    view: viewOf(
      lines,
      parts.map((part) => cartMarket(part, now)),
      first?.cart.fulfilment ?? null,
      tipOf(first?.cart),
    ),
    shipTo: first?.cart.shipTo ?? null,
    markets: parts.map(({ market, fulfilment, calendar, lines }) => ({
      ...market,
      fulfilment,
      calendar,
      lines,
    })),
    agreed: rows.every(({ line, seenPriceCents }) => line.priceCents === seenPriceCents),
    mayBeUnderWay: first?.isUnderWay ?? true,
  }
}

/** Changes that a command has just written to a cart. */
export type Written = {
  markets?: readonly { marketId: string; asked: Partial<OrderNote>; windowStartsAt?: Date | null }[]
  lines?: readonly { id: string; quantity: number }[]
  tip?: Tip | undefined
  /** The cart's choice and that of each market. Only for markets without a chosen window. */
  fulfilments?: { all: Fulfilment | null; byMarket: ReadonlyMap<string, Fulfilment | null> }
  /** The current prices were accepted. */
  agreed?: boolean
}

/** Applies a command's changes to a cart in memory, without reading it again. */
export function cartAfter(
  cart: CartRead,
  { markets = [], lines = [], tip, fulfilments, agreed }: Written,
  now: Date,
): CartRead {
  const market = new Map(markets.map((one) => [one.marketId, one]))
  const quantity = new Map(lines.map((one) => [one.id, one.quantity]))
  const rows = cart.rows.map((row) => {
    const { asked, windowStartsAt } = market.get(row.market.id) ?? {}
    return {
      ...row,
      line: { ...row.line, quantity: quantity.get(row.line.id) ?? row.line.quantity },
      asked: { ...row.asked, ...asked },
      fulfilment: fulfilments?.byMarket.get(row.market.id) ?? row.fulfilment,
      cart: {
        ...row.cart,
        ...(tip ? { tipPercent: tip.percent, tipCents: tip.cents } : {}),
        fulfilment: fulfilments?.all ?? row.cart.fulfilment,
      },
      // A window can be chosen only while it has a free slot.
      chosen:
        windowStartsAt === undefined ? row.chosen : { ...row.chosen, startsAt: windowStartsAt, taken: 0 },
      seenPriceCents: agreed ? row.line.priceCents : row.seenPriceCents,
    }
  })
  return rows.length > 0 ? cartOf(rows, now) : cart
}

function toLine({ line, ...row }: CartRow, closedText: string | null): CartLine {
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

/** An empty cart with the last delivery choice and address. */
async function emptyCart(executor: Executor, customerId: string): Promise<CartRead> {
  const [cart] = await executor
    .select({
      fulfilment: carts.fulfilment,
      shipTo: carts.shipTo,
      tipPercent: carts.tipPercent,
      tipCents: carts.tipCents,
    })
    .from(carts)
    .where(eq(carts.customerId, customerId))
  return {
    rows: [],
    view: viewOf([], [], cart?.fulfilment ?? null, tipOf(cart)),
    shipTo: cart?.shipTo ?? null,
    markets: [],
    agreed: true,
    mayBeUnderWay: true,
  }
}

const tipOf = (cart: { tipPercent: number | null; tipCents: Cents | null } | undefined): Tip => ({
  percent: cart?.tipPercent ?? null,
  cents: cart?.tipCents ?? null,
})

function viewOf(lines: CartLine[], markets: CartMarket[], chosen: Fulfilment | null, tip: Tip): CartView {
  const count = lines.reduce((sum, line) => sum + line.quantity, 0)
  const totalCents = add(...lines.map((line) => line.lineCents))
  const limit = cartLimit({ count, totalCents })
  const isSold = lines.length > 0 && lines.every((line) => !line.problem?.blocks)
  const ready = isSold && !limit && markets.every(({ problem }) => !problem)
  const [first] = markets
  const isSame = first && markets.every(({ fulfilment }) => fulfilment === first.fulfilment)
  return {
    lines,
    markets,
    fulfilment: isSame ? first.fulfilment : chosen,
    delivers: first ? markets.some(({ fulfilment }) => fulfilment === "delivery") : chosen === "delivery",
    phone: first?.phone ?? "",
    tip,
    count,
    totalCents,
    quote: quoteOf(lines, markets),
    limit,
    ready,
  }
}

/** The times of one day to choose from. */
export type DayOfTimes = { day: string; times: { startsAt: string; label: string; isFull: boolean }[] }

export type CartPage = {
  cart: CartView
  /** By market. */
  times: Record<string, DayOfTimes[]>
  estimate: CartEstimate
  saved: SavedLine[]
}

/**
 * The cart with the times that its markets offer for a delivery or a pickup, as chosen (none without a choice), an
 * estimate of the total, and the saved items.
 */
export async function viewCartPage(ctx: CustomerContext, searched: Place | null): Promise<CartPage> {
  const cart = await readCart(ctx)
  const place = cart.view.delivers ? await estimatePlace(ctx, cart.shipTo, searched) : null
  return {
    cart: cart.view,
    times: await timesOf(ctx, cart),
    estimate: estimateCart(cart.markets, { place, rates: ctx.rates.delivery, tip: cart.view.tip }),
    saved: await listSaved(ctx),
  }
}

async function timesOf(ctx: CustomerContext, { view, markets }: CartRead): Promise<CartPage["times"]> {
  const now = ctx.now()
  const offered = new Map<string, MarketWindow[]>()
  for (const kind of FULFILMENTS) {
    const some = markets.filter(({ fulfilment }) => fulfilment === kind)
    if (some.length > 0)
      for (const [id, windows] of await listWindows(ctx.db, some, { kind, now })) offered.set(id, windows)
  }
  const times = view.markets.flatMap((market) => {
    const windows = offered.get(market.id)
    return windows ? [[market.id, daysOf(withChosen(windows, market), now, market.timeZone)]] : []
  })
  return Object.fromEntries(times)
}

/**
 * A window in which the customer's own checkout holds a slot can be chosen, even if it is full or too soon for others.
 */
function withChosen(windows: MarketWindow[], { window, problem }: CartMarket): MarketWindow[] {
  if (!window || problem) return windows
  const others = windows.filter(({ startsAt }) => startsAt.getTime() !== window.startsAt.getTime())
  return [...others, { ...window, isFull: false }].sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}

function daysOf(windows: readonly MarketWindow[], now: Date, timeZone: string): DayOfTimes[] {
  const days = new Map<string, DayOfTimes["times"]>()
  for (const { startsAt, endsAt, isFull } of windows) {
    const day = dayText(startsAt, now, timeZone)
    const label = timeRangeText(startsAt, endsAt, timeZone)
    days.set(day, [...(days.get(day) ?? []), { startsAt: startsAt.toISOString(), label, isFull }])
  }
  return [...days].map(([day, times]) => ({ day, times }))
}

/**
 * The probable destination of the cart: its last address, otherwise the customer's first-choice address, otherwise the
 * location last searched; null if none is known. Only the zip of an address is used, so no exact location is needed.
 */
export async function estimatePlace(
  ctx: CustomerContext,
  shipTo: { zip: string } | null,
  searched: Place | null,
): Promise<EstimatePlace | null> {
  const zip = shipTo?.zip ?? (await firstChoiceZip(ctx))
  const known = zip ? await placeOfZip(ctx, zip) : null
  if (known || !searched) return known
  const { label, center } = searched
  return (await placeOfZip(ctx, label)) ?? { label, center, state: stateOf(label.slice(-2)) }
}

async function firstChoiceZip(ctx: CustomerContext): Promise<string | undefined> {
  const [address] = await ctx.db
    .select({ zip: addresses.zip })
    .from(addresses)
    .where(eq(addresses.customerId, ctx.actor.userId))
    .orderBy(desc(addresses.isFirstChoice), addresses.id)
    .limit(1)
  return address?.zip
}

async function placeOfZip(ctx: CustomerContext, zip: string): Promise<EstimatePlace | null> {
  const found = await findZip(ctx.db, zip)
  return found && { label: zip, center: { lat: found.lat, lng: found.lng }, state: stateOf(found.state) }
}

const stateOf = (code: string) => (isStateCode(code) ? code : null)
