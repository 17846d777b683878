import { plainText } from "../typed-text.ts"

/** A search of more letters is cut: nobody looks for a sentence. */
export const MOST_LETTERS = 100

/** What somebody typed into a search field, on one line and without characters that no text has. */
export function searchText(typed: string | null | undefined): string {
  return plainText((typed ?? "").slice(0, 10 * MOST_LETTERS))
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, MOST_LETTERS)
    .trim()
}

/** A word of the text, as the database reads it. */
export type ReadWord = {
  at: number
  word: string
  lexeme: string
  /** A number, a single letter or a stop word: looked for where there is nothing else. */
  isWeak: boolean
  /** How often it is found, counted no further than needed. */
  found: number
  /** What is sold and spelled almost the same, where nothing is found. */
  meant: string | null
  meantLexeme: string | null
}

/** What is looked for: for a misspelled word the one that was probably meant. */
export type SearchedWords = {
  /** The stems, the rarest first; none for a text without a word. */
  lexemes: string[]
  /** "egss" */
  typed: string
  /** "eggs", where that is something else than what was typed. */
  correctedTo: string | null
}

/** Puts the words that were meant in place of those that nobody knows. */
export function searchedWords(typed: string, words: readonly ReadWord[]): SearchedWords {
  const strong = words.filter(({ isWeak }) => !isWeak)
  const wanted = strong.length > 0 ? strong : [...words]
  wanted.sort((a, b) => a.found - b.found)
  const lexemes = wanted.map(({ lexeme, meantLexeme }) => meantLexeme ?? lexeme)
  const corrected = words.some(({ meant }) => meant !== null)
  const spelled = new Map(words.map(({ at, word, meant }) => [at, meant ?? word]))
  return {
    lexemes: [...new Set(lexemes)],
    typed,
    correctedTo: corrected ? [...spelled.values()].join(" ") : null,
  }
}

/** Those that the database's typed_words leaves out. */
const APOSTROPHE = /['’‘ʻʼ´`]/
/** With the apostrophes within it. */
const WORD = /([\p{L}\p{N}\p{M}]+(?:['’‘ʻʼ´`][\p{L}\p{N}\p{M}]+)*)/u

/** The parts of a name, those marked that were looked for: "Large Brown [Eggs], dozen". */
export function markWords(name: string, lexemes: readonly string[]): { text: string; isMarked: boolean }[] {
  // A stem ends where the word's forms begin to differ: "berri" of berry and berries.
  const stems = lexemes.map((lexeme) => lexeme.replace(/i$/, ""))
  const isForm = (word: string) =>
    stems.some((stem) => word.startsWith(stem) && word.length <= stem.length + LONGEST_ENDING)
  const isMarked = (word: string) => {
    const sides = word
      .split(APOSTROPHE)
      .map((side) => side.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase())
    return [sides.join(""), ...sides].some(isForm)
  }
  return name
    .split(WORD)
    .filter((text) => text !== "")
    .map((text) => ({ text, isMarked: isMarked(text) }))
}

const LONGEST_ENDING = 3

/** By what a market's products can be sorted. */
export const PRODUCT_SORTS = ["name", "price", "newest"] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]
