import type pg from "pg"

/** The texts of rows from last year, and of today's. */
export const OLD_WORDS = "Ring twice last year"
export const NEW_WORDS = "Ring twice today"

/**
 * Fills an empty database with this number of rows in each table that has a retention time. Every third row is from
 * last year, every other checkout was abandoned, and some people, including sellers, never confirmed their email. An
 * address that no order used and a device whose session is there keep their texts, so theirs is empty (`words_of_odd`).
 */
export async function fillWithOldRows(pool: pg.Pool, rows: number): Promise<void> {
  await pool.query(`
    create function pg_temp.of(kind int, n int) returns uuid immutable language sql as
      $$ select format('00000000-%s-7000-8000-%s', lpad(kind::text, 4, '0'), lpad(n::text, 12, '0'))::uuid $$;
    create temp table every as
      select n, pg_temp.of(1, n) person, case n % 3 when 0 then now() - interval '400 days' else now() end at,
        n % 180 <> 0 confirmed, words, jsonb_build_object('instructions', words) ship_to,
        case n % 2 when 0 then '' else words end words_of_odd
      from generate_series(1, ${rows}) n
      cross join lateral (select case n % 3 when 0 then '${OLD_WORDS}' else '${NEW_WORDS}' end words) as typed;

    insert into users (id, name, email, email_verified, created_at)
      select person, 'Rosa', n || '@test.test', confirmed, at from every;
    insert into customers (user_id, first_name, last_name) select person, 'Rosa', 'Parks' from every;
    insert into markets (id, user_id, first_name, last_name, name, address, city, state, zip, phone, weekday_hours,
        saturday_hours, sunday_hours, time_zone)
      select pg_temp.of(2, n), person, '', '', '', '', '', '', '', '', '', '', '', 'America/New_York'
      from every where n % 3 = 1 or n % 360 = 0;
    insert into images (container, name, owner_id, content_type)
      select 'identity', n::text, person, 'image/webp' from every;
    insert into products (id, market_id, category, section, name, description)
      select pg_temp.of(3, n), pg_temp.of(2, 1), '', '', '', '' from every;
    insert into variants (id, product_id, price_cents, stock) select pg_temp.of(4, n), pg_temp.of(3, n), 1, 1 from every;

    insert into carts (customer_id, ship_to, updated_at) select person, ship_to, at from every where confirmed;
    insert into cart_markets (customer_id, market_id, note, phone)
      select person, pg_temp.of(2, 1), words, words from every where confirmed;
    insert into saved_lines (customer_id, variant_id, quantity, created_at)
      select person, pg_temp.of(4, n), 1, at from every where confirmed;
    insert into removed_lines (id, removal_id, customer_id, variant_id, quantity, seen_price_cents, removed_at)
      select pg_temp.of(5, n), pg_temp.of(5, n), person, pg_temp.of(4, n), 1, 1, at from every where confirmed;
    insert into addresses (id, customer_id, first_name, last_name, address, city, state, zip, phone, instructions,
        updated_at)
      select pg_temp.of(6, n), person, '', '', '', '', 'NY', '', '', words_of_odd, at from every where confirmed;

    insert into checkouts (id, customer_id, status, fulfilment, ship_to, billing, items_cents, tax_cents,
        delivery_cents, total_cents, hold_expires_at, created_at, updated_at, stripe_payment_intent_id)
      select pg_temp.of(7, n), person, case n % 2 when 0 then 'released' else 'completed' end, 'delivery', ship_to,
        case n % 2 when 0 then ship_to end, 1, 0, 0, 1, at, at, at, case when n % 10 > 0 then null else n::text end
      from every where confirmed;
    insert into checkout_markets (checkout_id, market_id, items_cents, tax_cents, delivery_cents, delivery_tax_cents, note,
        phone)
      select pg_temp.of(7, n), pg_temp.of(2, 1), 1, 0, 0, 0, words, words from every where confirmed;
    insert into checkout_lines (checkout_id, market_id, product_id, variant_id, quantity, unit_price_cents, tax_cents,
        category, section, product_name, size)
      select pg_temp.of(7, n), pg_temp.of(2, 1), pg_temp.of(3, n), pg_temp.of(4, n), 1, 1, 0, '', '', '', ''
      from every where confirmed;
    insert into orders (id, checkout_id, customer_id, market_id, fulfilment, status, confirmation, items_cents, tax_cents,
        delivery_cents, total_cents, processor_fee_cents, platform_fee_cents, note, phone, created_at)
      select pg_temp.of(8, n), pg_temp.of(7, n), person, pg_temp.of(2, 1), 'delivery', 'delivered', n::text, 1, 0, 0, 1,
        0, 0, words, words, at from every where confirmed and n % 2 = 1;
    insert into deliveries (order_id, first_name, last_name, address, city, state, zip, phone, email, instructions,
        address_id, fee_cents, created_at)
      select pg_temp.of(8, n), '', '', '', '', '', '', '', '', words, pg_temp.of(6, n), 0, at
      from every where confirmed and n % 2 = 1;
    insert into refunds (checkout_id, order_id, amount_cents, reason)
      select pg_temp.of(7, n), pg_temp.of(8, n), 1, '' from every where confirmed and n % 2 = 1;

    insert into sessions (id, user_id, role, token, expires_at)
      select pg_temp.of(9, n), person, 'customer', n::text, at + interval '8 hours' from every;
    insert into push_subscriptions (id, user_id, role, session_id, device_id, user_agent, endpoint, p256dh, auth,
        seen_at)
      select pg_temp.of(10, n), person, 'customer', case n % 2 when 0 then pg_temp.of(9, n) end, n::text,
        words_of_odd, n || words_of_odd, '', '', at from every;
    insert into push_deliveries (subscription_id, job_id, sent_at) select pg_temp.of(10, n), '', at from every;
    insert into verifications (identifier, value, expires_at)
      select case n % 2 when 0 then 'passkey-challenge:' else 'confirm-email:' end || n, '', at + interval '1 hour'
      from every;
    insert into email_changes (user_id, role, email, old_email, confirmed_at, created_at)
      select person, 'customer', words, n || words, at, at from every;
    insert into api_tokens (user_id, role, name, token_hash, revoked_at, expires_at)
      select person, 'customer', words, n::text, case n % 2 when 0 then at end, at + interval '1 hour' from every;
    insert into notifications (user_id, role, message, seen_at, created_at)
      select person, 'customer', words, case n % 2 when 0 then at end, at from every;
    insert into drafts (kind, secret_hash, expires_at) select 'seller', n::text, at + interval '1 hour' from every;
    insert into rate_limits (key, count, resets_at) select n, 1, at + interval '1 hour' from every;
    insert into idempotency_keys (scope, command, key, request_hash, response, created_at)
      select n, '', '', '', to_jsonb(words), at from every;
    insert into stripe_events (id, type, created_at, processed_at) select n, '', at, at from every;
    insert into outbox (event, payload, created_at, queued_at, published_at)
      select 'email.confirmed', '{}', at, at, at from every`)
  await pool.query("vacuum analyze")
}
