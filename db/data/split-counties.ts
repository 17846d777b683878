/**
 * Counties with two time zones: by 49 CFR part 71, by the Navajo Nation's daylight saving time or, in Alabama, by the
 * custom of towns that use the time of Columbus and West Point, Georgia. Everywhere else all zips of a county have one.
 */
export const SPLIT_COUNTIES: ReadonlySet<string> = new Set([
  "Chambers, AL",
  "Lee, AL",
  "Russell, AL",
  "Aleutians West (CA), AK",
  "Apache, AZ",
  "Coconino, AZ",
  "Navajo, AZ",
  "Gulf, FL",
  "Idaho, ID",
  "Cherry, NE",
  "Elko, NV",
  "McKenzie, ND",
  "Sioux, ND",
  "Malheur, OR",
  "Stanley, SD",
  "Culberson, TX",
])

/**
 * Towns for which the map and the county give the wrong time, because the zip's center is far away, with the reason.
 */
export const OWN_CLOCKS: Readonly<Record<string, { timeZone: string; why: string }>> = {
  "86028": {
    timeZone: "America/Phoenix",
    why: "Petrified Forest National Park is outside of the Navajo Nation",
  },
  "89883": { timeZone: "America/Denver", why: "West Wendover keeps Mountain time, by 49 CFR 71.9" },
}
