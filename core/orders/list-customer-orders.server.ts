import { and, asc, count, eq, inArray, isNull, like, or, type SQL, sql } from "drizzle-orm"
import { contains } from "#core/contains.server.ts"
import { markets, OPEN, orderLines, orders } from "#db/schema/index.ts"
import type { CustomerContext } from "../context.ts"
import { type Paged, paged } from "../lists.ts"
import type { CustomerOrderFilter, CustomerOrderList } from "./customer-order-filter.ts"
import { stateSentence, whenText } from "./customer-words.ts"
import { findsOne, listOrders, type Order } from "./order-queries.server.ts"
import { codeIn, orderNumberIn } from "./seller-order-filter.ts"

const PER_PAGE = 50

/** The customer's own orders, newest first. */
export const listCustomerOrders = (
  ctx: CustomerContext,
  page: { limit: number; offset: number },
): Promise<Order[]> => listOrders(ctx.db, ofCustomer(ctx), page)

/** One page of the customer's own orders that match, newest first, and how many match in each list. */
export async function pageOfCustomerOrders(
  ctx: CustomerContext,
  { search, show, page }: CustomerOrderFilter,
): Promise<Paged<CustomerOrderRow> & { counts: CustomerOrderCounts }> {
  const mine = and(ofCustomer(ctx), search ? found(ctx, search) : undefined)
  const counts = await countOf(ctx, mine)
  const listed = await paged({ page, perPage: PER_PAGE, total: counts[show] }, async (window) => {
    const rows = await listOrders(ctx.db, and(mine, SHOWN[show]), window)
    const itemsOf = await itemsByOrder(ctx, rows)
    return rows.map((row) => customerOrderRow(row, itemsOf(row.order.id), ctx.now()))
  })
  return { ...listed, counts }
}

const SHOWN = { all: undefined, open: OPEN, past: sql`not (${OPEN})` } satisfies Record<
  CustomerOrderList,
  SQL | undefined
>

type CustomerOrderCounts = Record<CustomerOrderList, number>

async function countOf(ctx: CustomerContext, where: SQL | undefined): Promise<CustomerOrderCounts> {
  const [row] = await ctx.db
    .select({ all: count(), open: sql<number>`count(*) filter (where ${OPEN})`.mapWith(Number) })
    .from(orders)
    .where(where)
  const { all = 0, open = 0 } = row ?? {}
  return { all, open, past: all - open }
}

/** By a product's or the market's name, the order's number, or its confirmation code. */
function found(ctx: CustomerContext, search: string): SQL | undefined {
  const [number, code] = [orderNumberIn(search), codeIn(search)]
  const ofLine = ctx.db
    .select({ one: sql`1` })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orders.id), contains(orderLines.productName, search)))
  const ofMarket = ctx.db
    .select({ one: sql`1` })
    .from(markets)
    .where(and(eq(markets.id, orders.marketId), contains(markets.name, search)))
  return or(
    number === null ? undefined : eq(orders.number, number),
    code === null ? undefined : like(orders.confirmation, `${code}%`),
    findsOne(ofLine),
    findsOne(ofMarket),
  )
}

type Item = { name: string; category: string; image: { container: string; name: string } | null }

/** The items of each listed order, as they were ordered. */
async function itemsByOrder(ctx: CustomerContext, listed: readonly Order[]) {
  const ids = listed.map(({ order }) => order.id)
  const lines =
    ids.length === 0
      ? []
      : await ctx.db
          .select({
            orderId: orderLines.orderId,
            name: orderLines.productName,
            category: orderLines.category,
            container: orderLines.imageContainer,
            image: orderLines.imageName,
          })
          .from(orderLines)
          .where(and(inArray(orderLines.orderId, ids), isNull(orderLines.replacesLineId)))
          .orderBy(asc(orderLines.id))
  return (orderId: string): Item[] =>
    lines
      .filter((line) => line.orderId === orderId)
      .map(({ name, category, container, image }) => ({
        name,
        category,
        image: container && image ? { container, name: image } : null,
      }))
}

/** The images that a row has room for. */
const MOST_IMAGES = 4

export type CustomerOrderRow = ReturnType<typeof customerOrderRow>

/** Only the fields that the list shows: everything that a loader returns is readable in the page's source. */
function customerOrderRow({ order, market, refundedCents, isAsked }: Order, items: Item[], now: Date) {
  const { timeZone } = market
  const delivery = order.fulfilment === "delivery" ? NOBODY_NAMED : null
  return {
    id: order.id,
    number: order.number,
    fulfilment: order.fulfilment,
    isCancelled: order.status === "cancelled",
    confirmation: order.confirmation,
    marketName: market.name,
    timeZone,
    createdAt: order.createdAt,
    taxCents: order.taxCents,
    totalCents: order.totalCents,
    refundedCents,
    isAsked,
    sentence: stateSentence(order, delivery),
    when: whenText(order, now, timeZone),
    items: items.slice(0, MOST_IMAGES),
    moreItems: Math.max(0, items.length - MOST_IMAGES),
    names: items.map(({ name }) => name).join(", "),
  }
}

/** The list does not read who delivers; the order's page does. */
const NOBODY_NAMED = { carrier: null, hasPhoto: false, courierName: null }

const ofCustomer = (ctx: CustomerContext) => eq(orders.customerId, ctx.actor.userId)
