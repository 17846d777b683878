import { expect, it } from "vitest"
import { cityNames } from "./place-names.ts"

const read = (text: string) => cityNames(text).map(({ city, state }) => [city, state].join("/"))

it("reads a city with or without its state, in any case, and with its first word in short", {
  tags: ["HOME-17"],
}, () => {
  expect(read("Baltimore")).toEqual(["baltimore/"])
  expect(read("  BALTIMORE ,  md ")).toEqual(["baltimore/MD"])
  expect(read("Baltimore, Maryland")).toEqual(["baltimore/MD"])
  expect(read("baltimore md")).toEqual(["baltimore md/", "baltimore/MD"])
  expect(read("Charleston West Virginia")).toContain("charleston/WV")
  expect(read("St. Louis, MO")).toEqual(["st louis/MO", "saint louis/MO"])
  expect(read("Washington, DC")).toEqual(["washington/DC"])
})

it("reads nothing in what is no city", { tags: ["HOME-17"] }, () => {
  for (const text of ["", " ", ",", ", MD", "Baltimore, Atlantis", "Baltimore, MD, USA", "123", "12 Main St"])
    expect(read(text), text).toEqual([])
  for (const text of ["a\0b", "<b>", "x".repeat(61)]) expect(read(text), text).toEqual([])
})
