import { cityKey } from "./city-key.ts"
import { STATE_NAMES } from "./states.ts"

/** A city by its key (`cityKey`), with the state if one was typed. */
export type CityName = { key: string; state: string | null }

/** No city name with its state is longer. */
const MOST_CHARACTERS = 60
const NAME = /^[\p{L}\p{M}\p{Pd}'’‘ʻʼ´` ,./]+$/u

/** Alternative names of places in the zip table, beyond the states. */
const OTHER_NAMES = {
  DC: "District of Columbia",
  PR: "Puerto Rico",
  VI: "Virgin Islands",
  GU: "Guam",
  AS: "American Samoa",
  MP: "Northern Mariana Islands",
}

const STATES = new Map<string, string>(
  Object.entries({ ...STATE_NAMES, ...OTHER_NAMES }).flatMap(([code, name]) => [
    [cityKey(code), code],
    [cityKey(name), code],
  ]),
)

/**
 * The cities that a text may mean, the most likely first: "Baltimore", "Baltimore, MD", "baltimore maryland", "St.
 * Louis", "New York City". `typed` is plain text. Empty for digits and for an empty text.
 */
export function cityNames(typed: string): CityName[] {
  const text = typed.replace(/\s+/g, " ").trim()
  if (text.length > MOST_CHARACTERS || !NAME.test(text)) return []
  const [beforeComma = "", afterComma, ...rest] = text.split(",").map((part) => part.trim())
  if (afterComma) {
    const state = rest.length === 0 ? stateOf(afterComma) : null
    return state ? readings(beforeComma, state) : []
  }
  return [...readings(beforeComma, null), ...withoutComma(beforeComma)]
}

/** The last one to three words may be the state. */
function withoutComma(text: string): CityName[] {
  const words = text.split(" ")
  return [1, 2, 3].flatMap((count) => {
    const state = stateOf(words.slice(-count).join(" "))
    return state ? readings(words.slice(0, -count).join(" "), state) : []
  })
}

const stateOf = (text: string): string | null => STATES.get(cityKey(text)) ?? null

const CITY = "city"

/** The name as typed; then without the "City" of "New York City", or with the one of "Salt Lake City". */
function readings(name: string, state: string | null): CityName[] {
  const key = cityKey(name)
  if (!key) return []
  const other = key.endsWith(CITY) ? key.slice(0, -CITY.length) : key + CITY
  return [key, other].filter(Boolean).map((one) => ({ key: one, state }))
}
