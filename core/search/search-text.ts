import { plainText } from "../typed-text.ts"

/** Longer searches are cut. */
export const MOST_LETTERS = 100

/** Normalizes the text of a search field to one line without control characters. */
export function searchText(typed: string | null | undefined): string {
  return plainText((typed ?? "").slice(0, 10 * MOST_LETTERS))
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, MOST_LETTERS)
    .trim()
}

/** A word of the text, as the database returns it. */
export type ReadWord = {
  at: number
  word: string
  lexeme: string
  /** A number, a single letter or a stop word: searched only if the text has no other word. */
  isWeak: boolean
  /** The number of matches, counted only as far as needed. */
  found: number
  /** An existing word of almost the same spelling, if the word itself has no matches. */
  meant: string | null
  meantLexeme: string | null
}

/** The searched words; a misspelled word is replaced by the one that was probably meant. */
export type SearchedWords = {
  /** The stems, the rarest first; empty for a text without a word. */
  lexemes: string[]
  /** "egss" */
  typed: string
  /** "eggs"; null if nothing was corrected. */
  correctedTo: string | null
}

/** Replaces words without matches by those that were probably meant. */
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

/** The apostrophes that the database function typed_words removes. */
const APOSTROPHE = /['’‘ʻʼ´`]/
/** A word, including apostrophes within it. */
const WORD = /([\p{L}\p{N}\p{M}]+(?:['’‘ʻʼ´`][\p{L}\p{N}\p{M}]+)*)/u

/** Splits a name into parts and marks those that match: "Large Brown [Eggs], dozen". */
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

/** How a market's products can be sorted. */
export const PRODUCT_SORTS = ["name", "price", "newest"] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]
