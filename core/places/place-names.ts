import { isStateCode, STATE_NAMES } from "./states.ts"

/** A city as the zip table may have it, in small letters; with a state where one was typed. */
export type CityName = { city: string; state: string | null }

/** No name of a city and a state is longer. */
const MOST_CHARACTERS = 60
const NAME = /^[\p{L}' ,/-]+$/u

const SHORT_WORDS: Readonly<Record<string, string>> = { st: "saint", ste: "sainte", mt: "mount", ft: "fort" }

const STATES = new Map<string, string>([
  ...Object.entries(STATE_NAMES).map(([code, name]) => [name.toLowerCase(), code] as const),
  ["district of columbia", "DC"],
])

/**
 * What city a text may mean, the likelier reading first: "Baltimore", "Baltimore, MD", "baltimore maryland", "St. Louis".
 * Empty where it is none: digits, or nothing at all.
 */
export function cityNames(typed: string): CityName[] {
  const text = typed.toLowerCase().replaceAll(".", "").replace(/\s+/g, " ").trim()
  if (text.length > MOST_CHARACTERS || !NAME.test(text)) return []
  const [beforeComma = "", afterComma, ...rest] = text.split(",").map((part) => part.trim())
  if (afterComma) {
    const state = rest.length === 0 ? stateOf(afterComma) : null
    return beforeComma && state ? spelled(beforeComma, state) : []
  }
  return beforeComma ? [...spelled(beforeComma, null), ...withoutComma(beforeComma)] : []
}

/** The last one to three words may be the state. */
function withoutComma(text: string): CityName[] {
  const words = text.split(" ")
  return [1, 2, 3].flatMap((count) => {
    const state = stateOf(words.slice(-count).join(" "))
    const city = words.slice(0, -count).join(" ")
    return city && state ? spelled(city, state) : []
  })
}

function stateOf(text: string): string | null {
  const code = text.toUpperCase()
  return isStateCode(code) || code === "DC" ? code : (STATES.get(text) ?? null)
}

/** "st louis" as it is and in full, "saint louis": the table has some names this way and some that way. */
function spelled(city: string, state: string | null): CityName[] {
  const [first = "", ...rest] = city.split(" ")
  const full = SHORT_WORDS[first]
  const names = full && rest.length > 0 ? [city, [full, ...rest].join(" ")] : [city]
  return names.map((name) => ({ city: name, state }))
}
