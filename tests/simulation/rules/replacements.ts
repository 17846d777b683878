import { goodsAt } from "#core/orders/moves.ts"
import type { Fulfilment, OrderStatus } from "#core/orders/statuses.ts"
import type { Town } from "../town.ts"
import type { Rule } from "./rule.ts"

/** Offers of something else for what is missing, checked after each step: an open one lasts for a few steps only. */
export const keepsToTheOffers: Rule = async (town) => [
  ...(await hasOneOpenOffer(town)),
  ...(await endsWithItsOrder(town)),
  ...(await addsOneLine(town)),
  ...(await givesNoMoreThanOrdered(town)),
  ...(await movesNoMoney(town)),
]

const hasOneOpenOffer: Rule = async ({ site }) => {
  const lines = await site.rows<{ line: string; count: number }>(`
    select line_id as line, count(*)::int from replacement_offers where status = 'open'
    group by line_id having count(*) > 1`)
  return lines.map(({ line, count }) => `Item ${line} has ${count} open offers.`)
}

type OpenOffer = {
  id: string
  order: string
  fulfilment: Fulfilment
  status: OrderStatus | null
  packed: boolean
  chargedBack: boolean
  refunded: boolean
  wish: string | null
  waits: boolean
}

/** An offer is open only while its customer can answer it, and something will end it. */
const endsWithItsOrder: Rule = async (town) => {
  const offers = await town.site.rows<OpenOffer>(`
    select r.id, o.id as order, o.fulfilment, o.status, o.packed_at is not null as packed,
      o.charged_back_at is not null as "chargedBack", o.replacement as wish,
      exists (select from refunds f where f.order_id = o.id and f.created_at > r.offered_at) as refunded,
      exists (select from outbox e where e.event = 'replacement.due' and e.withdrawn_at is null
        and e.payload ->> 'offerId' = r.id::text and (e.queued_at is null or e.due_at is not null)) as waits
    from replacement_offers r join orders o on o.id = r.order_id where r.status = 'open' order by r.id`)
  return offers.flatMap((offer) => {
    const what = `An offer of order ${offer.order} is open`
    const faults = [
      goodsAt(offer) === "market" ? "" : `though the order is ${offer.status}`,
      offer.packed ? "though the order is packed" : "",
      offer.chargedBack ? "though the order is charged back" : "",
      offer.refunded ? "though the order was refunded since" : "",
      offer.wish === "refund" ? "though the customer wished a refund" : "",
      offer.waits || hasJob(town, offer.id) ? "" : "and nothing will end it",
    ]
    return faults.filter(Boolean).map((fault) => `${what}, ${fault}.`)
  })
}

const hasJob = ({ site }: Town, offerId: string): boolean =>
  [...site.jobs.waiting.values()].some(
    ({ name, payload }) =>
      name === "expire-replacement" && (payload as { offerId: string }).offerId === offerId,
  )

/** An accepted offer is one line of its order, which names the line that it replaces; any other offer is none. */
const addsOneLine: Rule = async ({ site }) => {
  const facts = "order_id, line_id, variant_id, quantity, unit_price_cents, tax_cents"
  const lines = await site.rows<{ line: string; accepted: number; added: number }>(`
    with accepted as (
      select ${facts}, count(*)::int as count from replacement_offers where status = 'accepted' group by ${facts}
    ), added as (
      select ${facts}, count(*)::int as count from (
        select *, replaces_line_id as line_id from order_lines where replaces_line_id is not null) lines
      group by ${facts}
    )
    select line_id as line, coalesce(accepted.count, 0) as accepted, coalesce(added.count, 0) as added
    from accepted full join added using (${facts}) where accepted.count is distinct from added.count`)
  return lines.map(
    ({ line, accepted, added }) =>
      `Of item ${line}, ${accepted} offers of the same were accepted, and ${added} lines replace it.`,
  )
}

type Counts = {
  id: string
  ordered: number
  replaced: number
  refunded: number
  missing: number
  bag: number
}

/** What was replaced, refunded by packing and put into the bag is never more than was ordered. */
const givesNoMoreThanOrdered: Rule = async ({ site }) => {
  const lines = await site.rows<Counts & { accepted: number; byPacking: number }>(`
    select * from (
      select l.id, l.quantity as ordered, l.replaced_quantity as replaced, coalesce(l.packed_quantity, 0) as bag,
        (select coalesce(sum(r.quantity), 0)::int from refund_lines r where r.order_line_id = l.id) as refunded,
        (select coalesce(sum(r.quantity), 0)::int from refund_lines r join refunds f on f.id = r.refund_id
          where r.order_line_id = l.id and f.source = 'packing') as "byPacking",
        (select coalesce(sum(o.missing_quantity), 0)::int from replacement_offers o
          where o.line_id = l.id and o.status = 'open') as missing,
        (select coalesce(sum(o.missing_quantity), 0)::int from replacement_offers o
          where o.line_id = l.id and o.status = 'accepted') as accepted
      from order_lines l where exists (select from replacement_offers o where o.order_id = l.order_id)) lines
    where replaced <> accepted or replaced + refunded + missing > ordered
      or replaced + "byPacking" + missing + bag > ordered`)
  return lines.map(
    ({ id, ordered, replaced, accepted, refunded, missing, bag }) =>
      `Of item ${id}, ${ordered} were ordered; ${replaced} are replaced by offers of ${accepted}, ${refunded} refunded, ${missing} offered, and ${bag} in the bag.`,
  )
}

type Sums = {
  id: string
  items: number
  ordered: number
  moved: number
  sale: number
  tax: number
  booked: number
}

/**
 * A replacement is paid for with what was paid for what is missing: the order's total stays, and only what it is taxed
 * less or more moves between its items and its tax, in the order and in the ledger.
 */
const movesNoMoney: Rule = async ({ site }) => {
  const orders = await site.rows<Sums & { total: number }>(`
    select * from (
      select o.id, o.total_cents as total, o.delivery_cents + o.tip_cents as delivery, o.items_cents as items, o.tax_cents as tax,
        (select sum(l.quantity * l.unit_price_cents)::int from order_lines l
          where l.order_id = o.id and l.replaces_line_id is null) as ordered,
        (select sum(greatest(0, r.quantity * r.unit_price_cents - r.missing_items_cents)
          - greatest(0, r.tax_cents - r.missing_tax_cents))::int from replacement_offers r
          where r.order_id = o.id and r.status = 'accepted') as moved,
        (select sum(e.amount_cents)::int from ledger_entries e where e.order_id = o.id and e.kind = 'sale') as sale,
        (select coalesce(sum(e.amount_cents), 0)::int from ledger_entries e
          where e.order_id = o.id and e.kind = 'tax') as booked
      from orders o
      where exists (select from replacement_offers r where r.order_id = o.id and r.status = 'accepted')) orders
    where items <> ordered + moved or items + tax + delivery <> total or sale <> items or booked <> tax`)
  return orders.map(
    ({ id, total, items, tax, ordered, moved, sale, booked }) =>
      `Of order ${id}, ${total} was paid. Its items are ${items}, and should be ${ordered} and ${moved} by replacements; the books say ${sale}. Its tax is ${tax}, and the books say ${booked}.`,
  )
}

/** When no work is left, no offer is open. */
export const leavesNoOfferOpen: Rule = async ({ site }) => {
  const offers = await site.rows<{ order: string }>(
    "select order_id as order from replacement_offers where status = 'open'",
  )
  return offers.map(({ order }) => `Order ${order} has an open offer, whose time is over.`)
}
