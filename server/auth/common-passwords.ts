/** ASVS requires a check against at least the 3,000 most common passwords. */
const MOST_COMMON = 3_000
const SYMBOLS = [..."@#$%^&*"]
const YEARS = Array.from({ length: 31 }, (_, index) => String(2000 + index))
const NUMBERS = ["", ..."0123456789", "01", "12", "123", "1234", "12345", "123456", "321", ...YEARS]
const ENDINGS = new Set(
  NUMBERS.flatMap((number) => [number, ...SYMBOLS.flatMap((symbol) => [symbol + number, number + symbol])]),
)
const LONGEST_ENDING = Math.max(...[...ENDINGS].map((ending) => ending.length))
const DISGUISES: Readonly<Record<string, string>> = { "@": "a", $: "s", "0": "o", "1": "i", "3": "e" }

let words: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a whole password, ignoring case, is on the list of common ones. Few of the most common passwords have the
 * symbol, the capital letter and the ten characters that the specification requires, so the list covers the variations
 * that people make: each of the 3,000 most common passwords (of zxcvbn's list, with two letters or more), unchanged and
 * with the usual symbols in place of letters, with each of these endings. Loaded when a password is first chosen.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  words ??= loadWords()
  const common = await words
  const whole = password.toLowerCase()
  for (let length = 0; length <= LONGEST_ENDING; length++) {
    const word = whole.slice(0, whole.length - length)
    if (!ENDINGS.has(whole.slice(word.length))) continue
    if (common.has(word) || common.has(plain(word))) return true
  }
  return false
}

const plain = (word: string): string => word.replace(/[@$013]/g, (sign) => DISGUISES[sign] ?? sign)

async function loadWords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common")
  const all = dictionary["passwords-common"] as string[]
  return new Set(all.filter((word) => /[a-z].*[a-z]/.test(word)).slice(0, MOST_COMMON))
}
