import { CATALOGUE } from "@pushcart/demo/catalogue"
import { imageOf } from "@pushcart/demo/draw-image"
import type { CatalogueItem } from "@pushcart/demo/item"
import pg from "pg"
import { generateMarkets, readMarkets, type SeedMarket } from "./read-markets.ts"

export type SeedOptions = {
  /** The directory's CSV file. Without it, a set of the same size is generated. */
  file?: string | undefined
  /** 1 is the bench seed; 10 has ten times as many of everything that grows, 0.1 a tenth. */
  scale?: number
}

const PRODUCTS_PER_MARKET = 20
const PAST_ORDERS = 20_000
export const CUSTOMERS = 2_000
/** Enough customers for the visitors, callers and queues of buyers of all parts at once. */
const FEWEST_CUSTOMERS = 1_000

/**
 * Fills an empty, migrated database that already has the ZIP codes: markets, 20 products each, customers, past orders.
 */
export async function fillDatabase(url: string, options: SeedOptions = {}): Promise<void> {
  const { file, scale = 1 } = options
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const markets = scaled(file ? readMarkets(file) : await generateMarkets(client), scale)
    // Nobody else uses the database yet, and a lost seed can be recreated.
    await client.query(
      "set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set synchronous_commit = off; set statement_timeout = 0",
    )
    await client.query("begin")
    await insertMarkets(client, markets)
    await insertProducts(client)
    await insertCustomers(client, Math.max(FEWEST_CUSTOMERS, CUSTOMERS * scale))
    await insertPastOrders(client, Math.round(PAST_ORDERS * scale))
    await client.query("commit")
    await client.query(`vacuum analyze ${(await filledTables(client)).join(", ")}`)
  } finally {
    await client.end()
  }
}

/**
 * Returns the tables with rows. A table that was vacuumed while empty is planned as empty, and such plans are cached; a
 * new server's outbox has never been vacuumed.
 */
async function filledTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relid::regclass::text name from pg_stat_user_tables
     where pg_relation_size(relid) > 0 order by 1`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Multiplies the markets, with each copy a little apart from the original, so that the density rises as in growing
 * towns.
 */
function scaled(markets: SeedMarket[], scale: number): SeedMarket[] {
  if (scale <= 1) return markets.filter((_, index) => index < markets.length * scale)
  return Array.from({ length: scale }, (_, copy) =>
    markets.map((market) => ({
      ...market,
      name: copy === 0 ? market.name : `${market.name} ${copy + 1}`,
      lat: market.lat === null ? null : market.lat + copy * 0.9,
      lng: market.lng,
    })),
  ).flat()
}

async function insertMarkets(client: pg.Client, markets: SeedMarket[]): Promise<void> {
  await client.query(
    `create temp table seed_markets as select uuidv7() user_id, * from
     unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::float8[])
     with ordinality as m (name, street, city, state, zip, lat, lng, n)`,
    (["name", "street", "city", "state", "zip", "lat", "lng"] as const).map((column) =>
      markets.map((market) => market[column]),
    ),
  )
  await client.query(`
    insert into users (id, name, email, email_verified)
      select user_id, 'Sam Seller', 'seller-' || n || '@bench.test', true from seed_markets;
    insert into memberships (user_id, role) select user_id, 'seller' from seed_markets;
    insert into markets (user_id, first_name, last_name, name, address, city, state, zip, phone, weekday_hours,
        saturday_hours, sunday_hours, time_zone, lat, lng, position_source, approval, onboarded, subscription)
      select user_id, 'Sam', 'Seller', name, street, city, state, zip, '212-555-0134', '9am-5pm', '8am-1pm', 'Closed',
        'America/New_York', lat, lng, 'entered', 'approved', true, 'active'
      from seed_markets`)
}

/** Twenty products of the demo's catalog from all its categories, with its images. */
export function soldEverywhere(): CatalogueItem[] {
  const step = CATALOGUE.length / PRODUCTS_PER_MARKET
  return Array.from(
    { length: PRODUCTS_PER_MARKET },
    (_, index) => CATALOGUE[Math.floor(index * step)],
  ).filter((item) => item !== undefined)
}

export const imageName = (item: CatalogueItem): string => `bench-${imageOf(item).drawing}-${item.hue}`

async function insertProducts(client: pg.Client): Promise<void> {
  const items = soldEverywhere()
  await client.query(
    `create temp table kinds as select * from
     unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::text[])
     with ordinality as k (category, section, name, description, cents, gender, age, picture, n)`,
    [
      items.map((item) => item.category),
      items.map((item) => item.section),
      items.map((item) => item.name),
      items.map((item) => item.description),
      items.map((item) => Math.round(item.dollars * 100)),
      items.map((item) => item.wearer?.gender ?? null),
      items.map((item) => item.wearer?.age ?? null),
      items.map(imageName),
    ],
  )
  await client.query(`
    insert into images (container, name, status, width, height, bytes, content_type)
      select distinct 'products', picture, 'ready', 56, 56, 2000, 'image/svg+xml' from kinds;
    create temp table seed_products as
      select uuidv7() id, m.id market_id, k.*, row_number() over () place from markets m cross join kinds k;
    create index on seed_products (place);
    analyze seed_products;
    insert into products (id, market_id, category, section, name, description, gender, age)
      select id, market_id, category, section, name, description, gender, age from seed_products order by id;
    insert into variants (product_id, size, position, price_cents, stock)
      select id, size, ord, cents + ord * 50, 1000000
      from seed_products
      cross join lateral unnest(case when gender is null then array[''] else array['S', 'M', 'L'] end)
        with ordinality as sizes (size, ord);
    insert into product_images (product_id, image_id, position)
      select p.id, i.id, 0 from seed_products p join images i on i.name = p.picture`)
}

async function insertCustomers(client: pg.Client, count: number): Promise<void> {
  await client.query(`
    create temp table seed_customers as select uuidv7() id, n from generate_series(1, ${count}) n;
    insert into users (id, name, email, email_verified)
      select id, 'Rosa Parks', 'customer-' || n || '@bench.test', true from seed_customers;
    insert into memberships (user_id, role) select id, 'customer' from seed_customers;
    insert into customers (user_id, first_name, last_name) select id, 'Rosa', 'Parks' from seed_customers;
    insert into carts (customer_id) select id from seed_customers;
    insert into cart_lines (customer_id, variant_id, quantity, seen_price_cents)
      select c.id, v.id, 1, v.price_cents from seed_customers c
      cross join generate_series(0, 2) line
      join seed_products p on p.place = ((c.n * 60 + line) % (select count(*) from seed_products)) + 1
      join variants v on v.product_id = p.id and v.position = 1`)
}

/** Orders picked up months ago, with all rows of a paid order: checkout, lines, ledger, notifications, outbox. */
async function insertPastOrders(client: pg.Client, count: number): Promise<void> {
  await client.query(`
    create temp table past as
      select g.n, uuidv7() checkout_id, uuidv7() order_id, c.id customer_id, p.*, v.id variant_id, v.price_cents,
        now() - interval '200 days' + g.n * interval '10 minutes' as at
      from generate_series(1, ${count}) as g (n)
      join seed_customers c on c.n = g.n % (select count(*) from seed_customers) + 1
      join lateral (select id product_id, market_id, category, section, name from seed_products
        where place = g.n * 7919 % (select count(*) from seed_products) + 1) p on true
      join variants v on v.product_id = p.product_id and v.position = 1;
    insert into checkouts (id, customer_id, status, fulfilment, items_cents, tax_cents, delivery_cents, total_cents,
        hold_expires_at, created_at, completed_at)
      select checkout_id, customer_id, 'completed', 'pickup', price_cents, 0, 0, price_cents, at, at, at from past;
    insert into checkout_markets (checkout_id, market_id, items_cents, tax_cents, delivery_cents, delivery_tax_cents)
      select checkout_id, market_id, price_cents, 0, 0, 0 from past;
    insert into checkout_lines (checkout_id, market_id, product_id, variant_id, quantity, unit_price_cents, tax_cents,
        category, section, product_name, size)
      select checkout_id, market_id, product_id, variant_id, 1, price_cents, 0, category, section, name, '' from past;
    insert into orders (id, checkout_id, customer_id, market_id, fulfilment, status, confirmation, items_cents,
        tax_cents, delivery_cents, total_cents, processor_fee_cents, platform_fee_cents, fulfilled_at, created_at)
      select order_id, checkout_id, customer_id, market_id, 'pickup', 'picked up', 'PAST' || n, price_cents,
        0, 0, price_cents, 40, 0, at, at from past;
    insert into order_lines (order_id, product_id, variant_id, quantity, unit_price_cents, tax_cents, category,
        section, product_name, size)
      select order_id, product_id, variant_id, 1, price_cents, 0, category, section, name, '' from past;
    insert into ledger_entries (party, user_id, order_id, kind, amount_cents, reference, created_at)
      select 'seller', m.user_id, order_id, kind, amount, 'order:' || order_id || ':' || kind, at
      from past join markets m on m.id = market_id
      cross join lateral (values ('sale', price_cents), ('processor_fee', -40)) e (kind, amount);
    insert into notifications (user_id, role, order_id, message, seen_at, created_at)
      select customer_id, 'customer', order_id, 'Your order was picked up.', at, at from past;
    insert into outbox (event, payload, created_at, queued_at, published_at)
      select 'order.placed', '{}', at, at, at from past`)
}
