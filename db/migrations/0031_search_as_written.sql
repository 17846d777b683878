-- The words of a text in their order, each with its stems. Letters with dots are one word ("C.S.A."), a percent sign
-- belongs to its number, and a number and its unit are two words ("5lb"). Numbers, single letters and stop words are
-- weak: they are looked for where a search has nothing else. Words with hyphens are one word too where they are `joined`.
-- The version before goes on with words_of.
CREATE FUNCTION typed_words(body text, joined boolean) RETURNS TABLE (at bigint, word text, lexeme text, is_weak boolean)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  with written as (
    select regexp_replace(
      regexp_replace(lower(unaccent(body)), '(?<=\m[a-z])\.(?=[a-z]\M)', '', 'g'),
      '(?<=[0-9])(?=[a-z])', ' ', 'g') as body
  ), parts as (
    select w.at, w.word
    from written, regexp_split_to_table(
      regexp_replace(written.body, '(?!(?<=[0-9])%)[[:punct:]]', ' ', 'g'), '\s+') with ordinality as w (word, at)
    union all
    select w.at, replace(w.word[1], '-', '')
    from written, regexp_matches(written.body, '\m[a-z]+(?:-[a-z]+)+\M', 'g') with ordinality as w (word, at)
    where joined
  )
  select p.at, p.word, coalesce(l.lexeme, p.word), l.lexeme is null
  from parts p
  left join lateral unnest(to_tsvector('english'::regconfig, p.word)) l on p.word !~ '^([0-9]+%?|.)$'
  where p.word <> ''
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION index_products(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
begin
  with found as materialized (
    select p.id, p.market_id, p.category, w.word, w.lexeme, w.is_weak, w.in_name
    from products p
    cross join lateral (
      select word, lexeme, is_weak, true in_name from typed_words(p.name, true)
      union all
      select word, lexeme, is_weak, false from typed_words(concat_ws(' ', p.section, p.category, p.gender, p.age), true)) w
    where p.id = any(ids) and p.retired_at is null and length(w.lexeme) <= 255
  ), dictionary as (
    insert into search_words (word, lexeme)
    select distinct on (word) word, lexeme from found where length(word) between 3 and 40 and not is_weak order by word
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
CREATE OR REPLACE FUNCTION index_markets(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
begin
  with found as materialized (
    select m.id, m.lat, m.lng, w.word, w.lexeme, w.is_weak from markets m cross join lateral typed_words(m.name, true) w
    where m.id = any(ids) and length(w.lexeme) <= 255
  ), dictionary as (
    insert into search_words (word, lexeme)
    select distinct on (word) word, lexeme from found where length(word) between 3 and 40 and not is_weak order by word
    on conflict do nothing
  )
  insert into market_words (market_id, lexeme, place, in_name)
  select distinct id, lexeme, market_place(lat, lng), true from found order by 1, 2
  on conflict (market_id, lexeme) do update set in_name = true;
end $$;
--> statement-breakpoint
-- Words are only added: what the version before has written stays right.
SELECT index_markets(array(SELECT id FROM markets));--> statement-breakpoint
SELECT index_products(array(SELECT id FROM products WHERE retired_at IS NULL));
