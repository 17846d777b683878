import type pg from "pg"

type Sold = {
  market: { id: string; userId: string }
  product: { id: string; variants: readonly { id: string }[] }
  count: number
  /** Done orders reached their customers thirty days before this time, open ones are due then, a minute apart. */
  from: Date
  isDone: boolean
}

/** Adds many customers in one statement. */
export async function manyCustomers(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `with people as (
       insert into users (name, email, email_verified)
         select 'Rosa Parks', 'rosa-' || n || '@many.test', true from generate_series(1, $1::int) n returning id)
     insert into customers (user_id, first_name, last_name) select id, 'Rosa', 'Parks' from people`,
    [count],
  )
}

/** Adds many orders of one line in one statement, by the customers in turn; every third one is a delivery. */
export async function manyOrders(
  pool: pg.Pool,
  { market, product, count, from, isDone }: Sold,
): Promise<void> {
  await pool.query(
    `with buyers as (
       select user_id, row_number() over () - 1 as n, count(*) over () as of from customers),
     bought as (
       insert into checkouts (customer_id, status, fulfilment, items_cents, tax_cents, delivery_cents, total_cents,
           hold_expires_at)
         select user_id, 'completed', 'pickup', 500, 0, 0, 500, now()
         from generate_series(1, $4::int) g join buyers on buyers.n = g % buyers.of
         returning id, customer_id),
     counted as (select bought.*, row_number() over () as n from bought),
     placed as (
       insert into orders (checkout_id, customer_id, market_id, fulfilment, status, confirmation, items_cents, tax_cents,
           delivery_cents, total_cents, processor_fee_cents, platform_fee_cents, due_at, acknowledged_at, fulfilled_at,
           created_at)
         select id, customer_id, $1, kind, case when not $6 then case kind when 'pickup' then 'pending' end
             when kind = 'pickup' then 'picked up' else 'delivered' end,
           upper(substr(md5(id::text), 1, 12)), 500, 0, 0, 500, 44, 0, due, due, case when $6 then due end, due
         from counted
         cross join lateral (
           select $5::timestamptz - case when $6 then interval '30 days' else interval '0' end + n * interval '1 minute'
               as due, case when n % 3 = 0 then 'delivery' else 'pickup' end as kind) facts
         returning id, fulfilment),
     sold as (
       insert into order_lines (order_id, product_id, variant_id, quantity, unit_price_cents, tax_cents, category, section,
           product_name, size)
         select placed.id, p.id, $3, 1, 500, 0, p.category, p.section, p.name, '' from placed, products p where p.id = $2),
     booked as (
       insert into ledger_entries (party, user_id, order_id, kind, amount_cents, reference)
         select 'seller', $7, id, 'sale', 500, 'order:' || id || ':sale' from placed)
     insert into deliveries (order_id, first_name, last_name, address, city, state, zip, phone, email, fee_cents)
       select id, 'Rosa', 'Parks', '350 5th Ave', 'New York', 'NY', '10118', '212-555-0111', 'rosa@many.test', 399
       from placed where fulfilment = 'delivery'`,
    [market.id, product.id, product.variants[0]?.id, count, from, isDone, market.userId],
  )
}
