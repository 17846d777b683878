import type { Rule } from "./rule.ts"

type Shelf = { name: string; size: string; stock: number; taken: number; returned: number }

/**
 * Stock of every variant = listed − sold − held + returned, without what was refunded before, replaced or not packed;
 * never below zero. An open offer of a replacement holds what it offers, and an accepted one has sold it.
 */
export const countsTheStock: Rule = async ({ site, listed }) => {
  const shelves = await site.rows<Shelf>(`
    select p.name, v.size, v.stock,
      (select coalesce(sum(l.quantity), 0)::int from checkout_lines l join checkouts c on c.id = l.checkout_id
        where l.variant_id = v.id and c.status in ('open', 'paying', 'completed'))
      + (select coalesce(sum(r.quantity), 0)::int from replacement_offers r
        where r.variant_id = v.id and r.status in ('open', 'accepted')) as taken,
      (select coalesce(sum(least(l.packed_quantity, l.quantity - l.replaced_quantity -
          (select coalesce(sum(r.quantity), 0) from refund_lines r where r.order_line_id = l.id))), 0)::int
        from order_lines l join orders o on o.id = l.order_id
        where l.variant_id = v.id and o.status = 'cancelled' and o.restocked) as returned
    from variants v join products p on p.id = v.product_id order by p.name, v.size`)
  return shelves.flatMap(({ name, size, stock, taken, returned }) => {
    const expected = (listed.get(`${name}|${size}`) ?? 0) - taken + returned
    return stock === expected && stock >= 0
      ? []
      : [`Of ${name} ${size} there are ${stock}, and there should be ${expected}.`]
  })
}
