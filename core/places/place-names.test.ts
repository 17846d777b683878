import { expect, it } from "vitest"
import { cityNames } from "./place-names.ts"

const read = (text: string) => cityNames(text).map(({ key, state }) => [key, state].join("/"))

it("reads a city with or without its state, by its key, and with and without City", {
  tags: ["HOME-17"],
}, () => {
  expect(read("Baltimore")).toEqual(["baltimore/", "baltimorecity/"])
  expect(read("  BALTIMORE ,  md ")).toEqual(["baltimore/MD", "baltimorecity/MD"])
  expect(read("Baltimore, Maryland")).toEqual(["baltimore/MD", "baltimorecity/MD"])
  expect(read("baltimore md")).toEqual([
    "baltimoremd/",
    "baltimoremdcity/",
    "baltimore/MD",
    "baltimorecity/MD",
  ])
  expect(read("Charleston West Virginia")).toContain("charleston/WV")
  expect(read("St. Louis, MO")).toEqual(["stlouis/MO", "stlouiscity/MO"])
  expect(read("Washington, DC")).toContain("washington/DC")
  expect(read("New York City")).toEqual(["newyorkcity/", "newyork/"])
  expect(read("Fargo, N.D.")).toContain("fargo/ND")
})

it("reads nothing in what is no city", { tags: ["HOME-17"] }, () => {
  for (const text of ["", " ", ",", ", MD", "Baltimore, Atlantis", "Baltimore, MD, USA", "123", "12 Main St"])
    expect(read(text), text).toEqual([])
  for (const text of ["a;b", "<b>", "x".repeat(61)]) expect(read(text), text).toEqual([])
})
