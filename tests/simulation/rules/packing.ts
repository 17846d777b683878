import type { Rule } from "./rule.ts"

/** What an order's packing left out was refunded, in one refund, unless the order was canceled or charged back. */
export const refundsWhatIsMissing: Rule = async ({ site }) => {
  const lines = await site.rows<{ id: string; missing: number }>(`
    select l.id, l.quantity - l.replaced_quantity - l.packed_quantity - refunded.quantity as missing
    from order_lines l join orders o on o.id = l.order_id
    cross join lateral (select coalesce(sum(r.quantity), 0)::int as quantity
      from refund_lines r where r.order_line_id = l.id) refunded
    where o.packed_at is not null and o.status is distinct from 'cancelled' and o.charged_back_at is null
      and l.quantity - l.replaced_quantity - l.packed_quantity > refunded.quantity`)
  const twice = await site.rows<{ order: string }>(`
    select order_id as order from refunds where source = 'packing' group by order_id having count(*) > 1`)
  return [
    ...lines.map(({ id, missing }) => `Of item ${id} ${missing} were not packed, and not refunded.`),
    ...twice.map(({ order }) => `Order ${order} was refunded for its packing more than once.`),
  ]
}

type Given = { id: string; paid: number; given: number; tax: number; taxOfGiven: number; lines: number }

/**
 * What was paid for a packed order's items = the price of what is in the bag + what was refunded; the tax of what is in
 * the bag too, but for a cent of rounding for each line. For orders that nobody refunded otherwise.
 */
export const chargesForWhatIsGiven: Rule = async ({ site }) => {
  const orders = await site.rows<Given>(`
    with bags as (
      select l.order_id, l.tax_cents, l.id, l.replaces_line_id,
        coalesce(l.packed_quantity, l.quantity - l.replaced_quantity) as bag,
        (l.quantity - l.replaced_quantity) * l.unit_price_cents as whole,
        l.unit_price_cents, l.unit_amount, case when l.by_weight then l.packed_amount end as weight
      from order_lines l
    ), given as (
      select *, case when weight is null or bag = 0 then bag * unit_price_cents
        else round(bag * unit_price_cents * weight::numeric / (bag * unit_amount::numeric))::int end as price,
        tax_cents - (select coalesce(sum(r.missing_tax_cents), 0)::int from replacement_offers r
          where r.line_id = bags.id and r.status = 'accepted') as tax
      from bags
    ), sums as (
      select o.id, o.items_cents - coalesce(f.items_cents, 0) as paid, sum(g.price)::int as given, count(*)::int as lines,
        o.tax_cents - coalesce(f.tax_cents, 0) - (o.tax_cents + moved.cents
          - sum(g.tax_cents) filter (where g.replaces_line_id is null)) as tax,
        sum(case when g.whole = 0 then 0 else g.tax * g.price::float / g.whole end) as "taxOfGiven"
      from orders o join given g on g.order_id = o.id left join refunds f on f.order_id = o.id
      cross join lateral (select coalesce(sum(greatest(0, r.quantity * r.unit_price_cents - r.missing_items_cents)
        - greatest(0, r.tax_cents - r.missing_tax_cents)), 0)::int as cents from replacement_offers r
        where r.order_id = o.id and r.status = 'accepted') moved
      where o.packed_at is not null and o.status is distinct from 'cancelled' and o.charged_back_at is null
        and not exists (select from refunds other where other.order_id = o.id and other.source <> 'packing')
      group by o.id, f.id, moved.cents
    )
    select * from sums where paid <> given or abs(tax - "taxOfGiven") > lines`)
  return orders.map(
    ({ id, paid, given, tax, taxOfGiven }) =>
      `For order ${id}, ${paid} and tax of ${tax} are paid in the end, and ${given} with tax of ${taxOfGiven.toFixed(1)} are given.`,
  )
}
