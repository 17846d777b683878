import { beforeAll, describe, expect, it } from "vitest"
import { isCoordinates } from "#core/places/coordinates.ts"
import { STATE_CODES } from "#core/places/states.ts"
import { zipField } from "#core/places/zip.ts"
import { readZipBatches, type ZipRow } from "./read-zips.ts"

const byZip = new Map<string, ZipRow>()

beforeAll(async () => {
  for await (const batch of readZipBatches(5000)) {
    expect(batch.length).toBeLessThanOrEqual(5000)
    for (const row of batch) byZip.set(row.zip, row)
  }
})

describe("the zip table", { tags: ["HOME-14"] }, () => {
  it("has some 41,000 well-formed rows, in all states", () => {
    expect(byZip.size).toBeGreaterThan(41_000)
    const states = new Set<string>()
    for (const row of byZip.values()) {
      states.add(row.state)
      if (!zipField.safeParse(row.zip).success || !isCoordinates(row) || row.city === "")
        throw new Error(JSON.stringify(row))
    }
    expect(STATE_CODES.filter((state) => !states.has(state))).toEqual([])
    expect([...states].filter((state) => !(STATE_CODES as string[]).includes(state)).sort()).toEqual([
      "AS",
      "DC",
      "GU",
      "MP",
      "PR",
      "VI",
    ])
  })

  it("knows New York and Baltimore", () => {
    expect(byZip.get("10001")).toMatchObject({ city: "New York", state: "NY", county: "New York" })
    expect(byZip.get("10001")?.lat).toBeCloseTo(40.75, 1)
    expect(byZip.get("21224")).toMatchObject({ city: "Baltimore", state: "MD" })
  })

  it.each([
    ["10001", "America/New_York"],
    ["32501", "America/Chicago"], // Pensacola, in Florida's west
    ["37902", "America/New_York"], // Knoxville, in Tennessee's east
    ["37201", "America/Chicago"], // Nashville
    ["47708", "America/Chicago"], // Evansville, in Indiana's southwest
    ["79901", "America/Denver"], // El Paso, in Texas' far west
    ["83501", "America/Los_Angeles"], // Lewiston, in Idaho's north
    ["85001", "America/Phoenix"],
    ["86515", "America/Denver"], // Navajo Nation, which observes daylight saving time
    ["97914", "America/Boise"], // Malheur County, in Oregon's east
    ["99501", "America/Anchorage"],
    ["96813", "Pacific/Honolulu"],
    ["14301", "America/New_York"], // Niagara Falls, a mile from Toronto's zone
    ["92101", "America/Los_Angeles"], // San Diego, next to Tijuana's
    ["96799", "Pacific/Pago_Pago"],
  ])("gives %s the zone %s", { tags: ["DATA-3"] }, (zip, timeZone) => {
    expect(byZip.get(zip)?.timeZone).toBe(timeZone)
  })

  it("names only zones that this runtime can format", { tags: ["DATA-3"] }, () => {
    for (const timeZone of new Set([...byZip.values()].map((row) => row.timeZone))) {
      expect(() => new Intl.DateTimeFormat("en-US", { timeZone })).not.toThrow()
    }
  })
})
