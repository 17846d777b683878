-- An apostrophe within a word is left out: "TJ's" is found by "tjs" too, and "O'Brien" by "obrien". Where words are
-- `joined`, what stands on its sides are words too: "d'Anjou" is found by "anjou". Everything else is as it was.
-- `unaccent` has made the apostrophes of phones and of Hawaiian the typewriter's; it leaves accents that stand alone.
CREATE OR REPLACE FUNCTION typed_words(body text, joined boolean) RETURNS TABLE (at bigint, word text, lexeme text, is_weak boolean)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  with written as (
    select regexp_replace(
      regexp_replace(lower(unaccent(body)), '(?<=\m[a-z])\.(?=[a-z]\M)', '', 'g'),
      '(?<=[0-9])(?=[a-z])', ' ', 'g') as body
  ), plain as (
    select regexp_replace(body, '(?<=[a-z])[''´`](?=[a-z])', '', 'g') as body from written
  ), parts as (
    select w.at, w.word
    from plain, regexp_split_to_table(
      regexp_replace(plain.body, '(?!(?<=[0-9])%)[[:punct:]]', ' ', 'g'), '\s+') with ordinality as w (word, at)
    union all
    select w.at, replace(w.word[1], '-', '')
    from plain, regexp_matches(plain.body, '\m[a-z]+(?:-[a-z]+)+\M', 'g') with ordinality as w (word, at)
    where joined
    union all
    select w.at, side.word
    from written, regexp_matches(written.body, '\m[a-z]+(?:[''´`][a-z]+)+\M', 'g') with ordinality as w (word, at),
      regexp_split_to_table(w.word[1], '[''´`]') side (word)
    where joined
  )
  select p.at, p.word, coalesce(l.lexeme, p.word), l.lexeme is null
  from parts p
  left join lateral unnest(to_tsvector('english'::regconfig, p.word)) l on p.word !~ '^([0-9]+%?|.)$'
  where p.word <> ''
$$;
--> statement-breakpoint
-- Words are only added: the version before reads and writes with the same function.
SELECT index_markets(array(SELECT id FROM markets));--> statement-breakpoint
SELECT index_products(array(SELECT id FROM products WHERE retired_at IS NULL));
