/** A seeded random generator, so that every run has the same searches. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const ODD = [
  "'; drop table products; --",
  '" or 1=1 --',
  "%",
  "_",
  "%%%%",
  "\\",
  "\\\\%\\_",
  "eggs & | ! ( ) <-> :* :A",
  "!!!&&&|||",
  "'egg':*",
  '"eggs" -brown +white OR large',
  "(a+)+$",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "[[:punct:]]*",
  "\0",
  "eg\0gs",
  "the and of",
  "the",
  "🥚",
  "🥚🥚🥚 eggs 👩‍🌾",
  "בֵּיצִים",
  "بيض طازج",
  "\u202Esgge\u202C",
  "卵",
  "e\u0301ggs",
  "Ⅷ ½ ﬀ",
  "\ud83e",
  "<script>alert(1)</script>",
  "{{7*7}} #{7*7}",
  "../../etc/passwd",
  "https://example.test/?q=eggs#x",
  "rosa@example.test",
  "null undefined NaN true",
  "0x7f 1e309 -0",
  "a",
  "aa",
  "zzzzzzzzzz",
  "\t\r\n",
  "   ",
  "",
]

const PARTS = [
  ..."%_\\'\"()&|!<>*:;{}[]^$.?+-/#@~`\0\n\t ",
  "egg",
  "tomatos",
  "the",
  "🥚",
  "ش",
  "\u202E",
  "é",
  "x",
]

/** A thousand odd search texts of at most ten thousand characters each. */
export function oddSearches(): string[] {
  const next = random(26)
  const long = ["eggs ", "x", "%", "\\", "(", "🥚", "egss ", "a b ", "'", "\0"].map((part) =>
    part.repeat(10_000 / part.length),
  )
  const made = Array.from({ length: 1_000 - ODD.length - long.length }, () =>
    Array.from(
      { length: 1 + Math.floor(next() ** 3 * 400) },
      () => PARTS[Math.floor(next() * PARTS.length)],
    ).join(""),
  )
  return [...ODD, ...long, ...made]
}
