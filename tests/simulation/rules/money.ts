import { PLATFORM } from "@pushcart/stripe-sandbox/store"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import type { Site } from "../site/site.ts"
import type { Rule } from "./rule.ts"

/** Our record of one payment. */
type Known = { payment: string; is_completed: boolean; total: number }

/** Every charge belongs to one completed checkout or was refunded, and our books match the provider's to the cent. */
export const keepsTheBooks: Rule = async (town) => [
  ...(await chargesAreAccountedFor(town)),
  ...(await ordersAddUp(town)),
  ...(await feesAreShared(town)),
  ...(await tipsAreWhole(town)),
  ...(await deliveriesAreCharged(town)),
  ...(await refundsAgree(town)),
  ...(await transfersBringNoMore(town)),
  ...(await everybodyIsPaid(town)),
  ...(await balancesAgree(town)),
  ...(await allOfItAgrees(town)),
]

const chargesAreAccountedFor: Rule = async ({ site }) => {
  const known = await paymentsOf(site)
  const ofSubscriptions = paymentsOfSubscriptions(site)
  return site.world.store.where("charge", PLATFORM, {}).flatMap((charge) => {
    const payment = String(charge.payment_intent)
    if (!charge.paid || ofSubscriptions.has(payment)) return []
    if (charge.amount_refunded > charge.amount) return [`${charge.id} was refunded beyond what it was.`]
    const checkout = known.get(payment)
    if (checkout?.is_completed)
      return checkout.total === charge.amount ? [] : [`${charge.id} is not what its checkout cost.`]
    if (charge.amount_refunded === charge.amount || charge.disputed) return []
    const meant = site.world.store.find("payment_intent", payment)?.metadata.checkout_id
    return [`${payment} of ${charge.amount} was paid for nothing: checkout ${meant} is not completed by it.`]
  })
}

const ordersAddUp: Rule = async ({ site }) =>
  (await checkLedger(site.systemContext())).map(
    ({ orderId, bookedCents, expectedCents }) =>
      `The books of order ${orderId} say ${bookedCents}, and should say ${expectedCents}.`,
  )

/**
 * Of an order's processing fee, the seller pays the items' share, to the cent, and the platform the rest: of the items as
 * they were sold, and by the entries of the sale, since replacements and cancellations move money later.
 */
const feesAreShared: Rule = async ({ site }) => {
  const rows = await site.rows<{ id: string; seller: number; fee: number }>(`
    select o.id, o.processor_fee_cents as fee, coalesce(-sum(e.amount_cents) filter (where e.party = 'seller'), 0)::int as seller
    from orders o left join ledger_entries e on e.order_id = o.id and e.kind = 'processor_fee'
      and e.created_at = (select min(created_at) from ledger_entries where order_id = o.id)
    group by o.id
    having abs(coalesce(-sum(e.amount_cents) filter (where e.party = 'seller'), 0) * o.total_cents
        - o.processor_fee_cents::bigint * (select amount_cents from ledger_entries sold
          where sold.order_id = o.id and sold.kind = 'sale' order by sold.id limit 1)) >= o.total_cents
      or coalesce(-sum(e.amount_cents), 0) <> o.processor_fee_cents`)
  return rows.map(({ id, seller, fee }) => `Of the ${fee} that order ${id} cost, its seller paid ${seller}.`)
}

/**
 * A checkout's tip is what was chosen, to the cent: the sum over its orders, none of it for pickups and at most $100 a
 * market. Of an order's tip, whoever delivers has all; before that, and after a refund, the platform has the rest.
 */
const tipsAreWhole: Rule = async ({ site }) => {
  const checkouts = await site.rows<{ id: string; tip: number; shared: number }>(`
    select c.id, c.tip_cents as tip, sum(m.tip_cents)::int as shared
    from checkouts c join checkout_markets m on m.checkout_id = c.id
    group by c.id having sum(m.tip_cents) <> c.tip_cents or max(m.tip_cents) > 10000
      or max(m.tip_cents) filter (where m.fulfilment = 'pickup') > 0
      or bool_or(c.tip_percent is not null and m.fulfilment = 'delivery'
        and m.tip_cents <> least(10000, round(m.items_cents * c.tip_percent / 100.0)))`)
  const orders = await site.rows<{ id: string; tip: number; booked: number; payee: number }>(`
    select o.id, o.tip_cents as tip, coalesce(sum(e.amount_cents), 0)::int as booked,
      coalesce(sum(e.amount_cents) filter (where e.party = 'deliverer'), 0)::int as payee
    from orders o left join deliveries d on d.order_id = o.id
      left join ledger_entries e on e.order_id = o.id and e.kind = 'tip'
    group by o.id, d.deliverer_id
    having coalesce(sum(e.amount_cents), 0) <> o.tip_cents
      or (d.deliverer_id is not null and o.status = 'delivered'
        and coalesce(sum(e.amount_cents) filter (where e.party = 'deliverer'), 0) <> o.tip_cents)`)
  return [
    ...checkouts.map(
      ({ id, tip, shared }) => `Checkout ${id} has a tip of ${tip}; its markets get ${shared}.`,
    ),
    ...orders.map(
      ({ id, tip, booked, payee }) =>
        `Order ${id} has a tip of ${tip}: ${booked} is booked, the courier has ${payee}.`,
    ),
  ]
}

/** Each order is delivered or picked up as its part of the checkout said, with a fee and a delivery or without both. */
const deliveriesAreCharged: Rule = async ({ site }) => {
  const rows = await site.rows<{ id: string; fulfilment: string; fee: number }>(`
    select o.id, o.fulfilment, o.delivery_cents as fee
    from orders o join checkout_markets m on m.checkout_id = o.checkout_id and m.market_id = o.market_id
      left join deliveries d on d.order_id = o.id
    where o.fulfilment is distinct from m.fulfilment or o.delivery_cents <> m.delivery_cents
      or (o.fulfilment = 'delivery') <> (o.delivery_cents > 0) or (o.fulfilment = 'delivery') <> (d.id is not null)`)
  return rows.map(({ id, fulfilment, fee }) => `Order ${id} is a ${fulfilment} with a fee of ${fee}.`)
}

/** No order is refunded more than was paid, and the refunds that we record for a payment are those of the provider. */
const refundsAgree: Rule = async ({ site }) => {
  const orders = await site.rows<{ id: string; total: number; refunded: number }>(`
    select o.id, o.total_cents as total, sum(r.amount_cents)::int as refunded
    from orders o join refunds r on r.order_id = o.id
    group by o.id having sum(r.amount_cents) > o.total_cents
      or sum(r.tip_cents) > o.tip_cents or sum(r.items_cents) > o.items_cents or sum(r.tax_cents) > o.tax_cents or sum(r.delivery_cents) > o.delivery_cents`)
  const payments = await site.rows<{ payment: string; sent: number }>(`
    select c.stripe_payment_intent_id as payment,
      coalesce(sum(case when r.status in ('sent', 'done') then r.amount_cents else r.covered_cents end), 0)::int as sent
    from checkouts c left join refunds r on r.checkout_id = c.id and r.order_id is not null
    where c.status = 'completed' group by c.id`)
  const charges = new Map(
    site.world.store
      .where("charge", PLATFORM, {})
      .filter(({ paid }) => paid)
      .map(({ payment_intent, amount_refunded }) => [String(payment_intent), amount_refunded]),
  )
  return [
    ...orders.map(
      ({ id, refunded, total }) => `Of order ${id} ${refunded} went back, and ${total} was paid.`,
    ),
    ...payments.flatMap(({ payment, sent }) =>
      charges.get(payment) === sent
        ? []
        : [`Of ${payment} we gave ${sent} back, and the provider ${charges.get(payment)}.`],
    ),
  ]
}

/** No transfer is larger than the order's earnings, apart from amounts that are being reversed. */
const transfersBringNoMore: Rule = async ({ site }) => {
  const rows = await site.rows<{ id: string; brought: number; earned: number }>(`
    select id, brought, earned from (
      select t.id,
        t.amount_cents - t.reversed_cents - (select coalesce(sum(r.amount_cents), 0)::int from transfer_reversals r
          where r.transfer_id = t.id and r.status = 'due') as brought,
        (select greatest(0, coalesce(sum(e.amount_cents), 0))::int from ledger_entries e
          where e.order_id = t.order_id and e.user_id = t.user_id and e.party = t.party) as earned
      from transfers t where t.status = 'sent') sent
    where brought > earned`)
  return rows.map(
    ({ id, brought, earned }) => `Transfer ${id} brought ${brought} of the ${earned} that it may.`,
  )
}

/** For a fulfilled order, everybody's transfers cover their earnings, and nobody owes money for an order. */
const everybodyIsPaid: Rule = async ({ site }) => {
  const rows = await site.rows<{ order: string; party: string; earned: number; brought: number }>(`
    select order_id as order, party, earned, brought from (
      select e.order_id, e.party, sum(e.amount_cents)::int as earned, bool_or(o.fulfilled_at is not null) as is_fulfilled,
        (select coalesce(sum(t.amount_cents - t.reversed_cents - (select coalesce(sum(r.amount_cents), 0)
            from transfer_reversals r where r.transfer_id = t.id and r.status = 'due')), 0)::int
          from transfers t where t.order_id = e.order_id and t.user_id = e.user_id and t.party = e.party
            and t.status in ('due', 'sent')) as brought
      from ledger_entries e join orders o on o.id = e.order_id
      where e.party in ('seller', 'deliverer')
      group by e.order_id, e.party, e.user_id) earnings
    where earned < 0 or (is_fulfilled and brought < earned)`)
  return rows.map(
    ({ order, party, earned, brought }) =>
      `Order ${order} earned its ${party} ${earned}, and transfers bring ${brought}.`,
  )
}

/** The provider's balance of a seller or courier is the sum of the transfers to the account minus its payouts. */
const balancesAgree: Rule = async ({ site }) => {
  const owed = await site.rows<{ account: string; brought: number; taken: number }>(`
    with payees as (
      select user_id, 'seller' as role, stripe_account_id as account from markets where stripe_account_id is not null
      union all
      select user_id, 'deliverer', stripe_account_id from deliverers where stripe_account_id is not null
    )
    select account,
      (select coalesce(sum(amount_cents - reversed_cents), 0)::int from transfers t
        where t.user_id = payees.user_id and t.party = payees.role and t.status = 'sent') as brought,
      (select coalesce(-sum(amount_cents), 0)::int from ledger_entries e
        where e.user_id = payees.user_id and e.party = payees.role and e.kind in ('payout', 'payout_returned')) as taken
    from payees`)
  return owed.flatMap(({ account, brought, taken }) => {
    const held = sumOf(site, "account = ?", account)
    return held === brought - taken
      ? []
      : [`${account} holds ${held}; transfers brought ${brought}, and payouts took ${taken}.`]
  })
}

/** The platform's balance at the provider equals the sum of our books, apart from amounts that belong to no order. */
const allOfItAgrees: Rule = async ({ site }) => {
  const [books] = await site.rows<{ booked: number }>(
    "select coalesce(sum(amount_cents), 0)::int as booked from ledger_entries",
  )
  const known = await paymentsOf(site)
  const { store } = site.world
  const paymentBySource = new Map(
    [
      ...store.where("charge", PLATFORM, {}),
      ...store.where("refund", PLATFORM, {}),
      ...store.where("dispute", PLATFORM, {}),
    ].map(({ id, payment_intent }) => [id, String(payment_intent)]),
  )
  let notOrders = 0
  for (const { source, net, amount, type } of store.where("balance_transaction", PLATFORM, {})) {
    const payment = paymentBySource.get(String(source))
    if (payment === undefined || known.get(payment)?.is_completed) continue
    // The cost of a dispute is booked regardless of what was paid.
    notOrders += type === "adjustment" ? amount : net
  }
  const held = sumOf(site, "true") - notOrders
  return held === books?.booked ? [] : [`The provider holds ${held}, and the books say ${books?.booked}.`]
}

function sumOf({ world }: Site, where: string, ...values: string[]): number {
  const query = `select coalesce(sum(net), 0) as held from ledger where ${where}`
  return world.store.db.query<{ held: number }, string[]>(query).get(...values)?.held ?? 0
}

async function paymentsOf(site: Site): Promise<Map<string, Known>> {
  const rows = await site.rows<Known>(`
    select stripe_payment_intent_id as payment, status = 'completed' as is_completed, total_cents as total
    from checkouts where stripe_payment_intent_id is not null`)
  return new Map(rows.map((row) => [row.payment, row]))
}

/** Payments of sellers' subscriptions, which an invoice collects and no checkout has. */
const paymentsOfSubscriptions = ({ world: { store } }: Site): Set<string> =>
  new Set(
    store
      .where("invoice", PLATFORM, {})
      .flatMap(({ id }) => store.hidden<{ intent?: string }>(id).intent ?? []),
  )
