import { describe, expect, it } from "vitest"
import { useDatabase } from "#tests/support/database.ts"
import { distanceMiles } from "./distance.ts"
import { findPlace } from "./find-place.server.ts"

describe("the place that somebody searches", () => {
  const database = useDatabase({ zips: true })
  const find = (text: string) => findPlace({ db: database.db }, text)

  it("is the middle of a zip, also of one with nine digits", { tags: ["HOME-17"] }, async () => {
    const place = await find(" 21224-1234 ")
    expect(place).toMatchObject({ label: "21224", others: [] })
    expect(distanceMiles(place.center, { lat: 39.2881, lng: -76.5388 })).toBeLessThan(2)
  })

  it("is a city, with or without its state, in any case", { tags: ["HOME-17"] }, async () => {
    for (const text of ["Baltimore, MD", "baltimore, maryland", "BALTIMORE MD"])
      expect(await find(text), text).toMatchObject({ label: "Baltimore, MD", others: [] })
    const { center } = await find("Baltimore, MD")
    expect(distanceMiles(center, { lat: 39.2904, lng: -76.6122 })).toBeLessThan(5)
    expect((await find("St. Louis")).label).toBe("Saint Louis, MO")
    expect((await find("mt zion, il")).label).toMatch(/zion, IL$/i)
  })

  it("is the largest of several cities of one name, and names the others", {
    tags: ["HOME-17"],
  }, async () => {
    const place = await find("portland")
    expect(place.label).toBe("Portland, OR")
    expect(place.others).toContain("Portland, ME")
    expect(place.others).not.toContain("Portland, OR")
    expect((await find("Springfield")).others).toHaveLength(6)
    expect((await find("Portland, ME")).label).toBe("Portland, ME")
  })

  it("is none for a zip that does not exist, a city that nobody knows, and other texts", {
    tags: ["HOME-7", "HOME-17"],
  }, async () => {
    for (const [text, message] of [
      ["123", /^Enter a five-digit zip code, like 10001\.$/],
      ["00000", /^We don't know this zip code\./],
      ["Atlantis", /^We don't know this city\./],
      ["Baltimore, ME", /^We don't know this city\./],
      ["a\0b", /^We don't know this city\./],
      ["'; drop table zips; --", /^Enter a five-digit zip code/],
    ] as const)
      await expect(find(text), text).rejects.toMatchObject({
        code: "invalid",
        field: "zip",
        message: expect.stringMatching(message),
      })
  })

  it("is a city however people spell it", { tags: ["HOME-17"] }, async () => {
    for (const [typed, label] of [
      ["Coeur d’Alene, ID", "Coeur d'Alene, ID"],
      ["San José, CA", "San Jose, CA"],
      ["Port St. Lucie", "Port Saint Lucie, FL"],
      ["Winston Salem", "Winston-Salem, NC"],
      ["winston-salem", "Winston-Salem, NC"],
      ["Lee's Summit, MO", "Lees Summit, MO"],
      ["O'Fallon, MO", "O Fallon, MO"],
      ["D'Iberville, MS", "Diberville, MS"],
      ["Land O' Lakes, FL", "Land O Lakes, FL"],
      ["New York City", "New York, NY"],
      ["Salt Lake, UT", "Salt Lake City, UT"],
      ["Baltimore, MD 21201", "21201"],
      ["400 E Fayette St, Baltimore, MD 21202-1234, USA", "21202"],
    ] as const)
      expect((await find(typed)).label, typed).toBe(label)
  })

  it("is one of a hundred cities in each of five spellings", { tags: ["HOME-17"] }, async () => {
    const { rows } = await database.pool.query<{ city: string; state: string }>(
      `select min(city) as city, state from zips where city ~ '[ ''.-]' or city ~* '^(saint|mount|fort)'
       group by city_key, state order by count(*) desc, min(city), state limit 100`,
    )
    expect(rows).toHaveLength(100)
    for (const { city, state } of rows)
      for (const typed of spellings(city))
        expect((await find(`${typed}, ${state}`)).label, typed).toBe(`${city}, ${state}`)
  })

  it("shares its key with no other city of its state", { tags: ["HOME-17"] }, async () => {
    const { rows } = await database.pool.query(
      `select state, array_agg(distinct city) from zips group by city_key, state
       having count(distinct lower(city)) > 1`,
    )
    expect(rows).toEqual([])
  })

  it("is found by an index", { tags: ["HOME-17"] }, async () => {
    const { rows } = await database.pool.query<{ "QUERY PLAN": string }>(
      "explain select state, count(*) from zips where city_key in ('portland', 'salem') group by state",
    )
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
    expect(plan).toContain("zips_city_key")
  })
})

/** A city's name as written by a map, in haste, with care, by a phone, and without spaces. */
function spellings(city: string): string[] {
  const short = city.replace(/\b(?:Sain|For|Moun)t\b/g, (word) => SHORT[word] ?? word)
  return [
    city.toUpperCase().replaceAll(" ", "-"),
    short.toLowerCase().replaceAll(".", ""),
    short.replaceAll("a", "á"),
    city.replaceAll(" ", "  ").replaceAll("'", "’").replaceAll("o", "o\u0301"),
    short.replaceAll(" ", ""),
  ]
}

const SHORT: Readonly<Record<string, string>> = { Saint: "St.", Fort: "Ft.", Mount: "Mt." }
