import { isStateCode, STATE_NAMES, type StateCode } from "./states.ts"

/**
 * The zips whose area lies in two states, by the Census Bureau's tabulation areas of 2010. The zip table has one state
 * for each.
 */
const ACROSS_STATE_LINES: Readonly<Record<string, readonly StateCode[]>> = {
  "02861": ["MA", "RI"],
  "42223": ["KY", "TN"],
  "59221": ["MT", "ND"],
  "63673": ["IL", "MO"],
  "71749": ["AR", "LA"],
  "73949": ["OK", "TX"],
  "81137": ["CO", "NM"],
  "84536": ["AZ", "UT"],
  "86044": ["AZ", "UT"],
  "86515": ["AZ", "NM"],
  "88063": ["NM", "TX"],
  "89439": ["CA", "NV"],
  "97635": ["CA", "OR"],
}

type Problem = { field: "state" | "zip"; message: string }

/** Returns the problem with an address's state, given its zip's row in the table; null if they agree. */
export function stateProblem(found: { zip: string; state: string }, state: string): Problem | null {
  const { zip } = found
  const states = ACROSS_STATE_LINES[zip] ?? (isStateCode(found.state) ? [found.state] : [])
  if (states.length === 0)
    return { field: "zip", message: `Zip code ${zip} is in none of the 50 states. Check the five digits.` }
  if ((states as readonly string[]).includes(state)) return null
  const names = states.map((code) => STATE_NAMES[code]).join(" and ")
  return {
    field: "state",
    message: `Zip code ${zip} is in ${names}. Choose ${states.join(" or ")}, or check the zip code.`,
  }
}
