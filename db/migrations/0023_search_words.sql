CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE TABLE "market_words" (
	"market_id" uuid NOT NULL,
	"lexeme" text NOT NULL,
	"place" "cube",
	"in_name" boolean DEFAULT false NOT NULL,
	CONSTRAINT "market_words_market_id_lexeme_pk" PRIMARY KEY("market_id","lexeme")
);
--> statement-breakpoint
CREATE TABLE "product_words" (
	"market_id" uuid NOT NULL,
	"lexeme" text NOT NULL,
	"product_id" uuid NOT NULL,
	"in_name" boolean NOT NULL,
	"category" text NOT NULL,
	CONSTRAINT "product_words_market_id_lexeme_product_id_pk" PRIMARY KEY("market_id","lexeme","product_id")
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"lexeme" text NOT NULL
);
--> statement-breakpoint
-- The words of a text in their order, each with its stems; stop words, numbers and single letters have none.
CREATE FUNCTION words_of(body text) RETURNS TABLE (at bigint, word text, lexeme text) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  select w.at, w.word, l.lexeme
  from regexp_split_to_table(lower(regexp_replace(unaccent(body), '[[:punct:]]+', ' ', 'g')), '\s+')
    with ordinality as w (word, at)
  left join lateral unnest(to_tsvector('english'::regconfig, w.word)) l on w.word !~ '^([0-9]+|.)$'
  where w.word <> ''
$$;
--> statement-breakpoint
-- The same as marketPlace in db/schema/accounts.ts.
CREATE FUNCTION market_place(lat double precision, lng double precision) RETURNS cube LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select cube(cube(cube(cos(radians(lat)) * cos(radians(lng))), cos(radians(lat)) * sin(radians(lng))), sin(radians(lat)))
$$;
--> statement-breakpoint
-- Inserts in the order of the keys, so that two who insert the same words wait for each other and do not block each other.
CREATE FUNCTION index_products(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
begin
  with found as materialized (
    select p.id, p.market_id, p.category, w.word, w.lexeme, w.in_name
    from products p
    cross join lateral (
      select word, lexeme, true in_name from words_of(p.name)
      union all
      select word, lexeme, false from words_of(concat_ws(' ', p.section, p.category, p.gender, p.age))) w
    where p.id = any(ids) and p.retired_at is null and w.lexeme is not null
  ), dictionary as (
    insert into search_words (word, lexeme)
    select distinct on (word) word, lexeme from found where length(word) between 3 and 40 order by word
    on conflict do nothing
  ), sold as (
    insert into market_words (market_id, lexeme, place)
    select distinct f.market_id, f.lexeme, market_place(m.lat, m.lng)
    from found f join markets m on m.id = f.market_id order by 1, 2
    on conflict do nothing
  )
  insert into product_words (market_id, lexeme, product_id, in_name, category)
  select market_id, lexeme, id, bool_or(in_name), category from found
  group by market_id, lexeme, id, category order by 1, 2, 3
  on conflict do nothing;
end $$;
--> statement-breakpoint
CREATE FUNCTION index_markets(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
begin
  with found as materialized (
    select m.id, m.lat, m.lng, w.word, w.lexeme from markets m cross join lateral words_of(m.name) w
    where m.id = any(ids) and w.lexeme is not null
  ), dictionary as (
    insert into search_words (word, lexeme)
    select distinct on (word) word, lexeme from found where length(word) between 3 and 40 order by word
    on conflict do nothing
  )
  insert into market_words (market_id, lexeme, place, in_name)
  select distinct id, lexeme, market_place(lat, lng), true from found order by 1, 2
  on conflict (market_id, lexeme) do update set in_name = true;
end $$;
--> statement-breakpoint
CREATE FUNCTION index_new_products() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform index_products(array(select id from after_change));
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION index_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  changed uuid[] := array(
    select b.id from before_change b join after_change a using (id)
    where (b.market_id, b.name, b.category, b.section, b.gender, b.age, b.retired_at is null)
      is distinct from (a.market_id, a.name, a.category, a.section, a.gender, a.age, a.retired_at is null));
begin
  if cardinality(changed) > 0 then
    delete from product_words w using before_change b
      where b.id = any(changed) and w.market_id = b.market_id and w.product_id = b.id;
    perform index_products(changed);
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION forget_deleted_products() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  delete from product_words w using before_change b where w.market_id = b.market_id and w.product_id = b.id;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION index_new_markets() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform index_markets(array(select id from after_change));
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION index_changed_markets() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  changed uuid[] := array(
    select b.id from before_change b join after_change a using (id)
    where (b.name, b.lat, b.lng) is distinct from (a.name, a.lat, a.lng));
begin
  if cardinality(changed) > 0 then
    update market_words w set in_name = false, place = market_place(a.lat, a.lng)
      from after_change a where a.id = any(changed) and w.market_id = a.id;
    perform index_markets(changed);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- First without a lock on products and markets, which go on changing meanwhile.
SELECT index_markets(array(SELECT id FROM markets));--> statement-breakpoint
SELECT index_products(array(SELECT id FROM products WHERE retired_at IS NULL));
--> statement-breakpoint
CREATE INDEX "market_words_near" ON "market_words" USING gist ("lexeme","place");
--> statement-breakpoint
CREATE INDEX "market_words_in_name" ON "market_words" USING gist ("lexeme","place") WHERE in_name;
--> statement-breakpoint
CREATE INDEX "search_words_alike" ON "search_words" USING gist ("word" gist_trgm_ops);
--> statement-breakpoint
CREATE TRIGGER market_words_of_new AFTER INSERT ON markets
  REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION index_new_markets();--> statement-breakpoint
CREATE TRIGGER market_words_of_changed AFTER UPDATE ON markets
  REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION index_changed_markets();--> statement-breakpoint
CREATE TRIGGER product_words_of_new AFTER INSERT ON products
  REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION index_new_products();--> statement-breakpoint
CREATE TRIGGER product_words_of_changed AFTER UPDATE ON products
  REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change
  FOR EACH STATEMENT EXECUTE FUNCTION index_changed_products();--> statement-breakpoint
CREATE TRIGGER product_words_of_deleted AFTER DELETE ON products
  REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_products();
--> statement-breakpoint
-- What changed while the words were written, now that nothing changes any more. Another machine's clock may be behind.
DELETE FROM product_words w USING products p
  WHERE w.market_id = p.market_id AND w.product_id = p.id
    AND greatest(p.updated_at, p.retired_at) > now() - interval '1 minute';--> statement-breakpoint
SELECT index_products(array(SELECT id FROM products
  WHERE greatest(created_at, updated_at, retired_at) > now() - interval '1 minute'));--> statement-breakpoint
UPDATE market_words w SET in_name = false, place = market_place(m.lat, m.lng) FROM markets m
  WHERE m.id = w.market_id AND m.updated_at > now() - interval '1 minute';--> statement-breakpoint
SELECT index_markets(array(SELECT id FROM markets WHERE updated_at > now() - interval '1 minute'));
--> statement-breakpoint
ALTER TABLE "market_words" ADD CONSTRAINT "market_words_market_id_markets_id_fk" FOREIGN KEY ("market_id") REFERENCES "public"."markets"("id") ON DELETE cascade ON UPDATE no action;
