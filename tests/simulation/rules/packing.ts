import type { Rule } from "./rule.ts"

/** What an order's packing left out was refunded, in one refund, unless the order was canceled or charged back. */
export const refundsWhatIsMissing: Rule = async ({ site }) => {
  const lines = await site.rows<{ id: string; missing: number }>(`
    select l.id, l.quantity - l.packed_quantity - refunded.quantity as missing
    from order_lines l join orders o on o.id = l.order_id
    cross join lateral (select coalesce(sum(r.quantity), 0)::int as quantity
      from refund_lines r where r.order_line_id = l.id) refunded
    where o.packed_at is not null and o.status is distinct from 'cancelled' and o.charged_back_at is null
      and l.quantity - l.packed_quantity > refunded.quantity`)
  const twice = await site.rows<{ order: string }>(`
    select order_id as order from refunds where source = 'packing' group by order_id having count(*) > 1`)
  return [
    ...lines.map(({ id, missing }) => `Of item ${id} ${missing} were not packed, and not refunded.`),
    ...twice.map(({ order }) => `Order ${order} was refunded for its packing more than once.`),
  ]
}
