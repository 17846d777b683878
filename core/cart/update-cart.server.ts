import { and, eq, sql } from "drizzle-orm"
import { takesNoOrdersText, windowText } from "#core/calendar/calendar-text.ts"
import { listWindowsOf } from "#core/calendar/list-windows.server.ts"
import { openState } from "#core/calendar/open-state.ts"
import { type CheckoutRow, lockLiveCheckout } from "#core/checkout/checkout-queries.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import type { OrderNote, OrderWish } from "#core/orders/order-note.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { cartLines, cartMarkets, carts, checkoutMarkets, variants } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { type ChangeQuantityInput, NOTE_FACTS, NOTE_KEYS, type UpdateCartInput } from "./cart.ts"
import { type CartMarket, fullText, noDeliveryText } from "./cart-market.ts"
import { availableTo, lockCart, writeFulfilment } from "./cart-queries.server.ts"
import { chosenTip, deliveriesIn, isSameTip, type Tip } from "./tip.ts"
import { type CartRead, type CartView, cartAfter, readCart, type Written } from "./view-cart.server.ts"

/** The specification's clients compare this text. */
export const NO_MORE_INVENTORY = "There is no more inventory"

/**
 * Missing values do not change. Quantities by line; Delivery or Pick up, times, notes and replacements by market; one
 * phone and one tip for all. The cart's own choice sets every market if it changes or comes without choices by market.
 */
export type CartChanges = {
  readonly fulfilment?: Fulfilment
  readonly phone?: UpdateCartInput["phone"]
  readonly tip?: UpdateCartInput["tip"]
  readonly tipAmount?: UpdateCartInput["tipAmount"]
} & {
  readonly [Key in Exclude<keyof UpdateCartInput, "phone" | "tip" | "tipAmount">]?:
    | Readonly<Record<string, UpdateCartInput[Key][string] | undefined>>
    | undefined
}
export type ChooseWindowInput = { marketId: string; startsAt: Date | null }
/** Missing values do not change; null clears one. */
export type SaveNoteInput = { marketId: string } & {
  [Key in keyof OrderWish]?: OrderWish[Key] | undefined
}

/** The caller: which field an error names, and whether an unchanged time is checked again. */
type Source = {
  readonly windowField: (marketId: string) => string
  readonly quantityField: (lineId: string) => string
  readonly rechecks: boolean
}
/** The cart's page submits all its fields, including unchanged ones. */
const PAGE: Source = {
  windowField: (marketId) => `windows.${marketId}`,
  quantityField: (lineId) => `quantities.${lineId}`,
  rechecks: false,
}
const PROGRAM: Source = { windowField: () => "startsAt", quantityField: () => "quantity", rechecks: true }

/**
 * Saves the changes that the cart's page submits: Delivery or Pick up, times, notes, replacements, phone and quantities,
 * all or nothing. Lines and markets that are no longer in the cart are ignored. Slots are held only once checkout starts. A checkout under way
 * gets notes, replacements and the phone too, until its orders are placed.
 *
 * @throws DomainError `not_found` for an empty cart · at the market's window `market_closed` · `not_deliverable` ·
 * `invalid` (no delivery choice, or not offered) · `window_full` · at the quantity `no_inventory`
 */
export async function updateCart(ctx: CustomerContext, changes: CartChanges): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const read = await lockAndRead(ctx, tx, changes)
    if (read.cart.rows.length === 0) throw notFound("This part of your cart")
    await changeCart(ctx, tx, read, withoutOldWindows(read, changes))
  })
}

/**
 * Sets the delivery choice and what `updateCart` sets, for API clients, which know what is in the cart.
 *
 * @throws DomainError what `updateCart` throws, at `startsAt` and `quantity` · `not_found` for a line or a market that
 * is not in the cart
 */
export async function setCart(ctx: CustomerContext, changes: CartChanges): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const read = await lockAndRead(ctx, tx, changes)
    requireInCart(read.cart, changes)
    await changeCart(ctx, tx, read, changes, PROGRAM)
  })
}

/**
 * Saves when the customer wants one market's part of the cart; null for as soon as possible. Throws what `setCart`
 * does.
 */
export const chooseWindow = (
  ctx: CustomerContext,
  { marketId, startsAt }: ChooseWindowInput,
): Promise<void> => setCart(ctx, { windows: { [marketId]: startsAt } })

/**
 * Saves the note and the replacement choice for one market. Throws `not_found` for a market that is not in the cart.
 */
export const saveNote = (ctx: CustomerContext, { marketId, ...asked }: SaveNoteInput): Promise<void> =>
  setCart(
    ctx,
    Object.fromEntries(NOTE_KEYS.map((fact) => [NOTE_FACTS[fact].field, { [marketId]: asked[fact] }])),
  )

/** Saves the choice of Delivery or Pick up for all markets of the cart. */
export const chooseFulfilment = (
  ctx: CustomerContext,
  { fulfilment }: { fulfilment: Fulfilment },
): Promise<void> => transaction(ctx.db, (tx) => writeFulfilment(ctx, tx, fulfilment))

/**
 * A locked cart, with the checkout under way, which is locked too if a note, replacement or phone changes. `moved` has
 * the ids of the markets that went from delivery to pickup or back.
 */
export type LockedCart = { cart: CartRead; live: CheckoutRow | null; moved: ReadonlySet<string> }

/** Locks the customer's cart, sets its choices of Delivery or Pick up, and reads it. */
export async function lockAndRead(
  ctx: CustomerContext,
  tx: Transaction,
  changes: CartChanges,
): Promise<LockedCart> {
  const customerId = ctx.actor.userId
  await lockCart(tx, customerId)
  // Lock before the cart is read: an order that is placed in the meantime removes its lines from the cart.
  const isAsking = marketsWithNotes(changes).length > 0 || changes.phone !== undefined
  const live = isAsking ? await lockLiveCheckout(tx, customerId) : null
  const before = await readCart(ctx, tx)
  const chosen = newFulfilments(before.view, changes)
  if (!chosen) return { cart: before, live, moved: new Set() }
  const fulfilments = await writeFulfilments(ctx, tx, chosen)
  const moved = before.view.markets.filter((one) => one.fulfilment !== chosen.byMarket.get(one.id))
  // Whether a window of the other kind is full has to be read.
  const isRead = before.rows.length === 0 || moved.some(({ window }) => window)
  const cart = isRead ? await readCart(ctx, tx) : cartAfter(before, { fulfilments }, ctx.now())
  return { cart, live, moved: new Set(moved.map(({ id }) => id)) }
}

type Fulfilments = NonNullable<Written["fulfilments"]>

/**
 * The choices after the changes; null if nothing changes. A market's value counts if it differs from what the cart has,
 * since the page submits all values.
 */
function newFulfilments(
  { markets, fulfilment: before }: CartView,
  { fulfilment, fulfilments = {} }: CartChanges,
): Fulfilments | null {
  const setsAll = fulfilment && (fulfilment !== before || Object.keys(fulfilments).length === 0)
  const all = fulfilment ?? before
  const next = markets.map((market) => {
    const sent = newValue(fulfilments[market.id], market.fulfilment)
    return [market.id, sent ?? (setsAll ? fulfilment : market.fulfilment)] as const
  })
  const isSame = next.every(([, value], index) => value === markets[index]?.fulfilment)
  return isSame && all === before ? null : { all, byMarket: new Map(next) }
}

/** What all markets have in common becomes the cart's choice. */
async function writeFulfilments(
  ctx: CustomerContext,
  tx: Transaction,
  next: Fulfilments,
): Promise<Fulfilments> {
  const customerId = ctx.actor.userId
  const [common, ...others] = new Set(next.byMarket.values())
  const all = common && others.length === 0 ? common : next.all
  if (all) await writeFulfilment(ctx, tx, all)
  for (const [marketId, fulfilment] of next.byMarket)
    if (fulfilment !== all)
      await tx
        .insert(cartMarkets)
        .values({ customerId, marketId, fulfilment })
        .onConflictDoUpdate({ target: [cartMarkets.customerId, cartMarkets.marketId], set: { fulfilment } })
  return { ...next, all }
}

/** For the markets that moved, the page offered the windows of their other kind. */
export const withoutOldWindows = <C extends CartChanges>({ moved }: LockedCart, changes: C): C => ({
  ...changes,
  windows: Object.fromEntries(Object.entries(changes.windows ?? {}).filter(([id]) => !moved.has(id))),
})

/** The ids of the markets for which the changes have any fact of a note. */
const marketsWithNotes = (changes: CartChanges): string[] =>
  NOTE_KEYS.flatMap((fact) => Object.keys(changes[NOTE_FACTS[fact].field] ?? {}))

/**
 * Writes the changes that differ from a locked cart, and returns the updated cart. Checks everything before it writes:
 * first windows, then quantities.
 */
export async function changeCart(
  ctx: CustomerContext,
  tx: Transaction,
  { cart, live }: LockedCart,
  changes: CartChanges,
  source: Source = PAGE,
): Promise<CartRead> {
  const { quantities = {} } = changes
  const markets = cart.view.markets.flatMap((market) => newOf(market, changes, source))
  for (const { marketId, windowStartsAt } of markets)
    if (windowStartsAt)
      await requireOffered(
        ctx,
        tx,
        { cart, marketId, startsAt: windowStartsAt },
        source.windowField(marketId),
      )
  const lines = cart.view.lines.flatMap((line) => {
    const quantity = newValue(quantities[line.id], line.quantity)
    if (quantity === undefined) return []
    requireAvailable(line, quantity, source.quantityField(line.id))
    return [{ id: line.id, quantity }]
  })
  const tip = chosenTip(changes, deliveriesIn(cart.view))
  if (tip && !isSameTip(tip, cart.view.tip)) await writeTip(ctx, tx, tip)
  for (const market of markets) await writeMarket(ctx, tx, live, market)
  await writeQuantities(ctx, tx, lines)
  return cartAfter(cart, { markets, lines, tip }, ctx.now())
}

/** The checkout under way keeps its own tip: the next visit to /pay replaces it. */
export async function writeTip(ctx: CustomerContext, tx: Transaction, tip: Tip): Promise<void> {
  const customerId = ctx.actor.userId
  await tx
    .update(carts)
    .set({ tipPercent: tip.percent, tipCents: tip.cents, updatedAt: ctx.now() })
    .where(eq(carts.customerId, customerId))
  await emit(tx, "cart.changed", { customerId })
}

type MarketChange = NonNullable<Written["markets"]>[number]

/** The part of `changes` that differs from the market's part of the cart. */
function newOf(market: CartMarket, changes: CartChanges, source: Source): MarketChange[] {
  const asked = newNote(market, changes)
  const startsAt = changes.windows?.[market.id]
  const isSame = startsAt?.getTime() === market.window?.startsAt.getTime()
  const isMoved = startsAt !== undefined && (!isSame || (source.rechecks && market.problem !== null))
  if (!isMoved && Object.keys(asked).length === 0) return []
  return [{ marketId: market.id, asked, ...(isMoved ? { windowStartsAt: startsAt } : {}) }]
}

/** The facts of the market's note that change. */
function newNote(market: CartMarket, changes: CartChanges): Partial<OrderNote> {
  const sent = NOTE_KEYS.flatMap((fact) => {
    const value = newValue(changes[NOTE_FACTS[fact].field]?.[market.id], market[fact])
    return value === undefined ? [] : [[fact, value]]
  })
  const phone = newValue(changes.phone, market.phone ?? "")
  return { ...Object.fromEntries(sent), ...(phone === undefined ? {} : { phone }) } as Partial<OrderNote>
}

/** The submitted value; undefined if it is unchanged. */
const newValue = <T>(sent: T | undefined, now: T): T | undefined => (sent === now ? undefined : sent)

type Wanted = { cart: CartRead; marketId: string; startsAt: Date }

async function requireOffered(
  ctx: CustomerContext,
  tx: Transaction,
  { cart, marketId, startsAt }: Wanted,
  field: string,
): Promise<void> {
  const market = cart.markets.find(({ id }) => id === marketId)
  if (!market) throw notFound("This market in your cart")
  const kind = market.fulfilment
  if (!kind) throw new DomainError("invalid", "Choose Delivery or Pick up first.", "fulfilment")
  const now = ctx.now()
  const { calendar, taking, timeZone } = market.calendar
  const closed = takesNoOrdersText(market.name, openState(calendar, now, timeZone), now, timeZone)
  if (closed) throw new DomainError("market_closed", closed, field)
  if (kind === "delivery" && !taking.offersDelivery)
    throw new DomainError("not_deliverable", noDeliveryText(market.name), "fulfilment")
  const offered = await listWindowsOf(tx, market, { kind, now })
  const window = offered.find((one) => one.startsAt.getTime() === startsAt.getTime())
  if (!window)
    throw new DomainError("invalid", `${market.name} doesn't offer this time. Choose another one.`, field)
  if (window.isFull)
    throw new DomainError("window_full", fullText(market.name, windowText(window, now, timeZone)), field)
}

/** A lower quantity is always allowed, so that a line whose quantity exceeds the stock can be fixed. */
function requireAvailable(
  line: { quantity: number; available: number },
  wanted: number,
  field: string,
): void {
  if (wanted > line.available && wanted >= line.quantity)
    throw new DomainError("no_inventory", NO_MORE_INVENTORY, field, {
      left: line.available,
      quantity: line.quantity,
    })
}

async function writeMarket(
  ctx: CustomerContext,
  tx: Transaction,
  live: CheckoutRow | null,
  { marketId, asked, windowStartsAt }: MarketChange,
): Promise<void> {
  const customerId = ctx.actor.userId
  const change = { ...asked, ...(windowStartsAt === undefined ? {} : { windowStartsAt }) }
  await tx
    .insert(cartMarkets)
    .values({ customerId, marketId, ...change })
    .onConflictDoUpdate({ target: [cartMarkets.customerId, cartMarkets.marketId], set: change })
  if (Object.keys(asked).length === 0) return
  await tx.update(carts).set({ updatedAt: ctx.now() }).where(eq(carts.customerId, customerId))
  if (live)
    await tx
      .update(checkoutMarkets)
      .set(
        asked.phone === undefined
          ? asked
          : {
              ...asked,
              phone: sql`case when ${isPickedUp(live)} then ${asked.phone || null} end`,
            },
      )
      .where(and(eq(checkoutMarkets.checkoutId, live.id), eq(checkoutMarkets.marketId, marketId)))
}

/** Whether the customer picks up at the market of a row of `checkout_markets`. */
const isPickedUp = ({ fulfilment }: CheckoutRow) =>
  sql`coalesce(${checkoutMarkets.fulfilment}, ${fulfilment}) = 'pickup'`

/**
 * Saves the phone number of the customer's pickup on /pay: at the picked-up markets of the live checkout and in the
 * cart, which may have lost its lines since. Does nothing without a live checkout that has a pickup.
 */
export async function savePickupPhone(ctx: CustomerContext, phone: string): Promise<void> {
  const customerId = ctx.actor.userId
  await transaction(ctx.db, async (tx) => {
    await lockCart(tx, customerId)
    const live = await lockLiveCheckout(tx, customerId)
    if (!live) return
    const changed = await tx
      .update(checkoutMarkets)
      .set({ phone: phone || null })
      .where(
        and(
          eq(checkoutMarkets.checkoutId, live.id),
          isPickedUp(live),
          sql`${checkoutMarkets.phone} is distinct from ${phone || null}`,
        ),
      )
      .returning({ marketId: checkoutMarkets.marketId })
    if (changed.length === 0) return
    await tx
      .insert(cartMarkets)
      .values(changed.map(({ marketId }) => ({ customerId, marketId, phone })))
      .onConflictDoUpdate({ target: [cartMarkets.customerId, cartMarkets.marketId], set: { phone } })
    await tx.update(carts).set({ updatedAt: ctx.now() }).where(eq(carts.customerId, customerId))
  })
}

async function writeQuantities(
  ctx: CustomerContext,
  tx: Transaction,
  lines: readonly { id: string; quantity: number }[],
): Promise<void> {
  const customerId = ctx.actor.userId
  for (const { id, quantity } of lines)
    await tx.update(cartLines).set({ quantity }).where(ownLine(customerId, id))
  if (lines.length > 0) await emit(tx, "cart.changed", { customerId })
}

const ownLine = (customerId: string, id: string) =>
  and(eq(cartLines.id, id), eq(cartLines.customerId, customerId))

/**
 * Sets a cart line's quantity. Throws `no_inventory` with the specification's text above the stock (`details.left`, and
 * `details.quantity`, which does not change), and `not_found` for another customer's line.
 */
export async function changeQuantity(
  ctx: CustomerContext,
  { lineId, quantity }: ChangeQuantityInput,
): Promise<{ quantity: number }> {
  const customerId = ctx.actor.userId
  return transaction(ctx.db, async (tx) => {
    const [line] = await tx
      .select({ quantity: cartLines.quantity, available: availableTo(customerId) })
      .from(cartLines)
      .innerJoin(variants, eq(variants.id, cartLines.variantId))
      .where(ownLine(customerId, lineId))
    if (!line) throw notFound("This line of your cart")
    requireAvailable(line, quantity, "quantity")
    await writeQuantities(ctx, tx, [{ id: lineId, quantity }])
    return { quantity }
  })
}

function requireInCart(cart: CartRead, { windows = {}, quantities = {}, ...changes }: CartChanges): void {
  const markets = new Set(cart.view.markets.map(({ id }) => id))
  if ([...Object.keys(windows), ...marketsWithNotes(changes)].some((id) => !markets.has(id)))
    throw notFound("This market in your cart")
  const lines = new Set(cart.view.lines.map(({ id }) => id))
  if (Object.keys(quantities).some((id) => !lines.has(id))) throw notFound("This line of your cart")
}
