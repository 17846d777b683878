import { type SQL, sql } from "drizzle-orm"
import type { Executor } from "#db/client.ts"
import { literal, prepared } from "#db/prepared.ts"
import { type CircleValues, isInCircle } from "../places/circle.server.ts"
import { type ReadWord, type SearchedWords, searchedWords } from "./search-text.ts"

/** Any more words in a search are ignored. */
const MOST_WORDS = 8
/** Counting stops at this number: it is enough to know that a word exists, and which of several is the rarest. */
const COUNTED = 10

const given = sql.placeholder

type WordSearch = { text: string; isExact: boolean }

/** Parses a search for markets in a circle; with `ofNames`, only words in market names count as known. */
export async function readWordsNear(
  db: Executor,
  { text, isExact, ofNames, ...circle }: WordSearch & { ofNames: boolean } & CircleValues,
): Promise<SearchedWords> {
  const query = ofNames ? wordsOfNamesNear : wordsNear
  return searchedWords(text, await query(db).execute({ text, isExact, ...circle }))
}

/** Parses a search among one market's products. */
export async function readWordsInMarket(
  db: Executor,
  { text, isExact, marketId }: WordSearch & { marketId: string },
): Promise<SearchedWords> {
  return searchedWords(text, await wordsInMarket(db).execute({ text, isExact, marketId }))
}

const wordsNear = wordsQuery(
  "search_words_near",
  (lexeme) => sql`select from market_words f where f.lexeme = ${lexeme} and ${isInCircle(sql`f.place`)}`,
)
const wordsOfNamesNear = wordsQuery(
  "search_words_of_names",
  (lexeme) =>
    sql`select from market_words f where f.in_name and f.lexeme = ${lexeme} and ${isInCircle(sql`f.place`)}`,
)
const wordsInMarket = wordsQuery(
  "search_words_in_market",
  (lexeme) =>
    sql`select from product_words f where f.market_id = ${given("marketId")}::uuid and f.lexeme = ${lexeme}`,
)

/**
 * The words of a text. For a word without results, also the nearest word that has some: it begins with what was typed,
 * or differs in one letter (in two if the word has five letters or more).
 */
function wordsQuery(name: string, rowsWith: (lexeme: SQL) => SQL) {
  // PostgreSQL's levenshtein() accepts words of at most 255 bytes.
  const words = sql`(
    select * from typed_words(${given("text")}::text, false) where length(word) <= 40
    order by at limit ${literal(MOST_WORDS)}) w`
  const found = sql`lateral (select count(*)::int found from (${rowsWith(sql`w.lexeme`)} limit ${literal(COUNTED)}) few) f`
  const alike = sql`(
    select word, lexeme, word <-> w.word as distance from search_words
    where f.found = 0 and not w.is_weak and length(w.word) >= 3 and not ${given("isExact")}::boolean
    order by word <-> w.word limit 30)`
  const meant = sql`lateral (
    select a.word, a.lexeme from ${alike} a
    where (starts_with(a.word, w.word) or levenshtein(a.word, w.word) <= case when length(w.word) < 5 then 1 else 2 end)
      and exists (${rowsWith(sql`a.lexeme`)})
    order by levenshtein(a.word, w.word), a.distance, a.word limit 1) m`
  return prepared((db) =>
    db
      .select({
        at: sql<ReadWord["at"]>`w.at`.mapWith(Number),
        word: sql<ReadWord["word"]>`w.word`,
        lexeme: sql<ReadWord["lexeme"]>`w.lexeme`,
        isWeak: sql<ReadWord["isWeak"]>`w.is_weak`,
        found: sql<ReadWord["found"]>`f.found`,
        meant: sql<ReadWord["meant"]>`m.word`,
        meantLexeme: sql<ReadWord["meantLexeme"]>`m.lexeme`,
      })
      .from(sql`${words} cross join ${found} left join ${meant} on true`)
      .orderBy(sql`w.at`)
      .prepare(name),
  )
}
