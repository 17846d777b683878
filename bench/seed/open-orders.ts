import type pg from "pg"

/** Rows of the seed's order lines for each order: three products. */
const LINES = 3

/**
 * Adds open orders to a market, all due today, with three lines each: three of five are pickups, the others are
 * deliveries. Every fifth is new, and every third has a note.
 */
export async function insertOpenOrders(pool: pg.Pool, marketId: string, count: number): Promise<void> {
  await pool.query(
    `with due as (
       select date_trunc('day', now() at time zone time_zone) at time zone time_zone + interval '23 hours' as at
       from markets where id = $1),
     buyers as (
       select user_id, row_number() over (order by user_id) as n from customers order by user_id limit $2),
     bought as (
       insert into checkouts (customer_id, status, fulfilment, items_cents, tax_cents, delivery_cents, total_cents,
           hold_expires_at, completed_at)
         select user_id, 'completed', case when n % 5 < 3 then 'pickup' else 'delivery' end, 1500, 60, 0, 1560, now(), now()
         from buyers
         returning id, customer_id, fulfilment),
     counted as (select bought.*, row_number() over () as n from bought),
     placed as (
       insert into orders (checkout_id, customer_id, market_id, fulfilment, status, confirmation, items_cents, tax_cents,
           delivery_cents, total_cents, processor_fee_cents, platform_fee_cents, window_starts_at, window_ends_at,
           clock_starts_at, due_at, note, replacement, acknowledged_at)
         select c.id, customer_id, $1, fulfilment, case fulfilment when 'pickup' then 'pending' end,
           upper(substr(md5(c.id::text), 1, 8)), 1500, 60, 0, 1560, 75, 0, due.at, due.at + interval '1 hour', due.at, due.at,
           case when n % 3 = 0 then 'Ripe tomatoes for today, please, and firm ones for tomorrow.' end,
           case n % 3 when 0 then 'replace' when 1 then 'refund' end,
           case when n % 5 > 0 then now() end
         from counted c, due
         returning id, fulfilment),
     sold as (
       insert into order_lines (order_id, product_id, variant_id, quantity, unit_price_cents, tax_cents, category, section,
           product_name, size)
         select placed.id, p.id, v.id, 1 + p.n % 3, 500, 20, p.category, p.section, p.name, v.size
         from placed
         cross join (select *, row_number() over (order by id) as n from products where market_id = $1 order by id limit $3) p
         join variants v on v.product_id = p.id and v.position = 1),
     booked as (
       insert into ledger_entries (party, user_id, order_id, kind, amount_cents, reference)
         select 'seller', user_id, placed.id, 'sale', 1500, 'order:' || placed.id || ':sale'
         from placed, markets where markets.id = $1)
     insert into deliveries (order_id, first_name, last_name, address, city, state, zip, phone, email, lat, lng,
         position_source, distance_miles, fee_cents)
       select id, 'Rosa', 'Parks', '350 5th Ave', 'New York', 'NY', '10118', '212-555-0111', 'rosa@bench.test',
         40.7484, -73.9857, 'entered', 0.6, 399
       from placed where fulfilment = 'delivery'`,
    [marketId, count, LINES],
  )
}
