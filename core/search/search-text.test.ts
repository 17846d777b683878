import { describe, expect, it } from "vitest"
import { MOST_LETTERS, markWords, type ReadWord, searchedWords, searchText } from "./search-text.ts"

const word = (at: number, text: string, more: Partial<ReadWord> = {}): ReadWord => ({
  at,
  word: text,
  lexeme: text,
  isWeak: false,
  found: 1,
  meant: null,
  meantLexeme: null,
  ...more,
})

describe("what somebody typed", () => {
  it("is one line of at most a hundred letters, whatever it was", () => {
    expect(searchText(undefined)).toBe("")
    expect(searchText("  brown \0\n\t eggs\u200f ")).toBe("brown eggs")
    expect(searchText("a".repeat(10_000))).toHaveLength(MOST_LETTERS)
  })
})

describe("what is looked for", () => {
  it("is the rarest word first, a misspelled one as it was meant, and says so", () => {
    const read = [
      word(1, "brown", { found: 9 }),
      word(2, "and", { isWeak: true, found: 0 }),
      word(3, "egss", { found: 0, meant: "eggs", meantLexeme: "egg" }),
    ]
    expect(searchedWords("brown and egss", read)).toEqual({
      lexemes: ["egg", "brown"],
      typed: "brown and egss",
      correctedTo: "brown and eggs",
    })
  })

  it("is a stop word, a number or a single letter where there is nothing else", () => {
    expect(searchedWords("of", [word(1, "of", { isWeak: true })])).toMatchObject({
      lexemes: ["of"],
      correctedTo: null,
    })
  })
})

describe("marking words", () => {
  const marked = (name: string, lexemes: string[]) =>
    markWords(name, lexemes)
      .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
      .join("")

  it("marks every form of a word and leaves the rest of the name as it is", () => {
    expect(marked("Large Brown Eggs, dozen", ["egg"])).toBe("Large Brown [Eggs], dozen")
    expect(marked("Berry & berries <b>", ["berri"])).toBe("[Berry] & [berries] <b>")
    expect(marked("Jalapeño", ["jalapeno"])).toBe("[Jalapeño]")
    expect(marked("Eggplant", ["egg"])).toBe("Eggplant")
    expect(marked("Lamb's lettuce", ["lamb"])).toBe("[Lamb's] lettuce")
    expect(marked("O’Brien potatoes", ["obrien"])).toBe("[O’Brien] potatoes")
    expect(marked("O´Brien potatoes", ["obrien"])).toBe("[O´Brien] potatoes")
    expect(marked("D'Anjou pears", ["anjou"])).toBe("[D'Anjou] pears")
  })
})
