import { beforeAll, describe, expect, it } from "vitest"
import { clockAt } from "#core/calendar/zoned-time.ts"
import { haveSameClock, TIME_ZONES } from "#core/places/time-zones.ts"
import { readZips, type ZipRow } from "./read-zips.ts"
import { SPLIT_COUNTIES } from "./split-counties.ts"
import { byCounty } from "./time-zones.ts"

const byZip = new Map<string, ZipRow>()
beforeAll(async () => {
  for await (const row of readZips()) byZip.set(row.zip, row)
})

/** Hours behind UTC in January and in July. */
const EASTERN = [5, 4]
const CENTRAL = [6, 5]
const MOUNTAIN = [7, 6]
const ARIZONA = [7, 7]
const PACIFIC = [8, 7]
const ALASKA = [9, 8]
const ALEUTIAN = [10, 9]
const HAWAII = [10, 10]

function hoursBehind(timeZone: string): number[] {
  return ["2026-01-15", "2026-07-15"].map((date) => {
    const clock = clockAt(new Date(`${date}T12:00:00Z`), timeZone)
    return 12 - clock.minutes / 60
  })
}

describe("a zip's clock", { tags: ["DATA-3"] }, () => {
  // A coarse map got these wrong.
  it.each([
    ["37405", "Chattanooga, TN", EASTERN],
    ["58801", "Williston, ND", CENTRAL],
    ["86042", "Polacca, AZ", ARIZONA],
    ["83805", "Bonners Ferry, ID", PACIFIC],
    ["73933", "Boise City, OK", CENTRAL],
    ["92363", "Needles, CA", PACIFIC],
    ["86022", "Fredonia, AZ", ARIZONA],
    ["42728", "Columbia, KY", CENTRAL],
    ["47586", "Tell City, IN", CENTRAL],
  ])("is no longer that of a neighbor: %s, %s", (zip, _town, hours) => {
    expect(hoursBehind(byZip.get(zip)!.timeZone)).toEqual(hours)
  })

  // From 49 CFR part 71 and the Navajo Nation's code, not from a map.
  it.each([
    // Florida: the Apalachicola River, with Port St. Joe in Gulf County Eastern.
    ["32501", "Pensacola, FL", CENTRAL],
    ["32424", "Blountstown, FL", CENTRAL],
    ["32401", "Panama City, FL", CENTRAL],
    ["32465", "Wewahitchka, FL", CENTRAL],
    ["32456", "Port Saint Joe, FL", EASTERN],
    ["32320", "Apalachicola, FL", EASTERN],
    ["32351", "Quincy, FL", EASTERN],
    // Georgia and Alabama: the state line.
    ["39823", "Blakely, GA", EASTERN],
    ["30124", "Cave Spring, GA", EASTERN],
    ["36801", "Opelika, AL", CENTRAL],
    // Tennessee
    ["37919", "Knoxville, TN", EASTERN],
    ["37321", "Dayton, TN", EASTERN],
    ["37381", "Spring City, TN", EASTERN],
    ["37347", "Jasper, TN", CENTRAL],
    ["38555", "Crossville, TN", CENTRAL],
    ["38504", "Allardt, TN", CENTRAL],
    // Kentucky
    ["42701", "Elizabethtown, KY", EASTERN],
    ["42748", "Hodgenville, KY", EASTERN],
    ["42718", "Campbellsville, KY", EASTERN],
    ["42633", "Monticello, KY", EASTERN],
    ["42501", "Somerset, KY", EASTERN],
    ["42642", "Russell Springs, KY", CENTRAL],
    ["40143", "Hardinsburg, KY", CENTRAL],
    ["42101", "Bowling Green, KY", CENTRAL],
    // Indiana: Perry, Spencer, Gibson, Starke, Lake and six more counties are Central.
    ["46402", "Gary, IN", CENTRAL],
    ["46350", "La Porte, IN", CENTRAL],
    ["46534", "Knox, IN", CENTRAL],
    ["47708", "Evansville, IN", CENTRAL],
    ["47635", "Rockport, IN", CENTRAL],
    ["47660", "Oakland City, IN", CENTRAL],
    ["47948", "Goodland, IN", CENTRAL],
    ["46996", "Winamac, IN", EASTERN],
    ["47567", "Petersburg, IN", EASTERN],
    ["47591", "Vincennes, IN", EASTERN],
    ["47118", "English, IN", EASTERN],
    ["47928", "Cayuga, IN", EASTERN],
    // Michigan's Upper Peninsula: four counties along Wisconsin are Central.
    ["49935", "Iron River, MI", CENTRAL],
    ["49858", "Menominee, MI", CENTRAL],
    ["49801", "Iron Mountain, MI", CENTRAL],
    ["49938", "Ironwood, MI", CENTRAL],
    ["49855", "Marquette, MI", EASTERN],
    ["49829", "Escanaba, MI", EASTERN],
    ["49953", "Ontonagon, MI", EASTERN],
    // The Dakotas
    ["58601", "Dickinson, ND", MOUNTAIN],
    ["58646", "Mott, ND", MOUNTAIN],
    ["58554", "Mandan, ND", CENTRAL],
    ["58523", "Beulah, ND", CENTRAL],
    ["58854", "Watford City, ND", CENTRAL],
    ["57701", "Rapid City, SD", MOUNTAIN],
    ["57601", "Mobridge, SD", CENTRAL],
    ["57501", "Pierre, SD", CENTRAL],
    ["57543", "Kadoka, SD", MOUNTAIN],
    // Nebraska and Kansas: only four counties of Kansas are Mountain.
    ["69201", "Valentine, NE", CENTRAL],
    ["69101", "North Platte, NE", CENTRAL],
    ["69153", "Ogallala, NE", MOUNTAIN],
    ["69152", "Mullen, NE", MOUNTAIN],
    ["69166", "Thedford, NE", CENTRAL],
    ["67735", "Goodland, KS", MOUNTAIN],
    ["67758", "Sharon Springs, KS", MOUNTAIN],
    ["67879", "Tribune, KS", MOUNTAIN],
    ["67878", "Syracuse, KS", MOUNTAIN],
    ["67756", "Saint Francis, KS", CENTRAL],
    ["67701", "Colby, KS", CENTRAL],
    ["67880", "Ulysses, KS", CENTRAL],
    // Texas and New Mexico
    ["79901", "El Paso, TX", MOUNTAIN],
    ["79851", "Sierra Blanca, TX", MOUNTAIN],
    ["79855", "Van Horn, TX", CENTRAL],
    ["88135", "Texico, NM", MOUNTAIN],
    // Idaho: Pacific north of the Salmon River; Oregon: Malheur County is Mountain; Nevada: West Wendover is.
    ["83501", "Lewiston, ID", PACIFIC],
    ["83530", "Grangeville, ID", PACIFIC],
    ["83522", "Cottonwood, ID", PACIFIC],
    ["83873", "Wallace, ID", PACIFIC],
    ["83549", "Riggins, ID", MOUNTAIN],
    ["83638", "McCall, ID", MOUNTAIN],
    ["97914", "Ontario, OR", MOUNTAIN],
    ["97903", "Brogan, OR", MOUNTAIN],
    ["97814", "Baker City, OR", PACIFIC],
    ["97870", "Richland, OR", PACIFIC],
    ["89883", "West Wendover, NV", MOUNTAIN],
    ["89801", "Elko, NV", PACIFIC],
    ["89042", "Panaca, NV", PACIFIC],
    // Arizona has no daylight saving time. The Navajo Nation does, but the Hopi villages inside it do not.
    ["85001", "Phoenix, AZ", ARIZONA],
    ["86001", "Flagstaff, AZ", ARIZONA],
    ["86040", "Page, AZ", ARIZONA],
    ["86047", "Winslow, AZ", ARIZONA],
    ["86043", "Second Mesa, AZ", ARIZONA],
    ["86515", "Window Rock, AZ", MOUNTAIN],
    ["86503", "Chinle, AZ", MOUNTAIN],
    ["86033", "Kayenta, AZ", MOUNTAIN],
    ["86045", "Tuba City, AZ", MOUNTAIN],
    ["84741", "Kanab, UT", MOUNTAIN],
    // Alaska and Hawaii
    ["99501", "Anchorage, AK", ALASKA],
    ["99801", "Juneau, AK", ALASKA],
    ["99926", "Metlakatla, AK", ALASKA],
    ["99685", "Unalaska, AK", ALASKA],
    ["99546", "Adak, AK", ALEUTIAN],
    ["99547", "Atka, AK", ALEUTIAN],
    ["96813", "Honolulu, HI", HAWAII],
  ])("is the law's: %s, %s", (zip, town, hours) => {
    const row = byZip.get(zip)!
    expect(`${row.city}, ${row.state}`).toBe(town)
    expect(hoursBehind(row.timeZone)).toEqual(hours)
  })

  it("is the same in all of a county, except in counties that are known to have two", () => {
    const counties = byCounty(byZip.values())
    const split = [...counties].filter(([, [first, ...rest]]) => {
      return first!.county !== "" && rest.some((row) => !haveSameClock(row.timeZone, first!.timeZone))
    })
    expect(split.map(([county]) => county).filter((county) => !SPLIT_COUNTIES.has(county))).toEqual([])
  })

  it("can be chosen by name, in the fifty states", () => {
    const states = [...byZip.values()].filter(({ county }) => county !== "")
    const zones = new Set(states.map(({ timeZone }) => timeZone))
    expect(TIME_ZONES.filter(({ value }) => !zones.has(value))).toEqual([])
    const nameless = [...zones].filter((zone) => !TIME_ZONES.some(({ value }) => haveSameClock(value, zone)))
    expect(nameless).toEqual([])
  })
})
